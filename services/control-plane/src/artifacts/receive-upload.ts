import type { IncomingMessage } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, ServiceError } from '@signalbox/contracts'
import { InvalidBundleError, openZip, readZipEntry } from '@signalbox/source-maps'
import type { ArtifactFileRow } from './store/artifact-files.js'
import { keepFile } from './keep-file.js'
import { readForm, type FormFile } from './read-form.js'
import { readRelease } from './read-target.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { storeUpload } from './store-upload.js'

interface Upload {
  organizationId: string
  projectId: string
  form: IncomingMessage
}

const { bundleFilesMax, fileBytesMax } = limits.artifacts

/**
 * Keeps the files of a form, those of ZIP archives in it one by one.
 * @throws ServiceError `bad-request` when there is none, or an archive cannot be read.
 */
export async function receiveUpload(
  { store, artifacts, clock }: ArtifactRouteDependencies,
  { organizationId, projectId, form }: Upload,
) {
  const kept: { path: string; row: ArtifactFileRow }[] = []
  const keep = async (path: string, bytes: Buffer): Promise<void> => {
    if (kept.length >= bundleFilesMax) throw refusal(`An upload has at most ${bundleFilesMax} files`)
    const file = { type: typeOf(path), url: '', debugId: undefined, mapReference: '' } as const
    kept.push({ path, row: await keepFile(artifacts.blobs, '', { file, bytes }) })
  }
  const fields = await readForm(form, { filesMax: bundleFilesMax, fileBytesMax }, (file) => keepEach(file, keep))
  if (kept.length === 0) throw refusal('The form holds no file')
  const release = readRelease(fields.get('release'))
  const dist = fields.get('dist') ?? ''
  if (release === '' && dist !== '') throw refusal('A dist needs a release')
  const prefix = fields.get('url_prefix') ?? '~/'
  const rows = kept.map(({ path, row }) => ({ ...row, url: urlOf(prefix, path) }))
  const target = { organizationId, projectIds: [projectId], release, dist }
  const bundleId = await storeUpload({ store, indexes: artifacts.indexes, clock }, target, rows)
  return {
    bundle_id: bundleId,
    release: release || null,
    dist: dist || null,
    files: rows.map(({ url, type, debug_id, bytes }) => ({ url, type, debug_id, bytes })),
  }
}

function typeOf(path: string): 'source_map' | 'minified_source' {
  return path.endsWith('.map') ? 'source_map' : 'minified_source'
}

function urlOf(prefix: string, path: string): string {
  return `${prefix.replace(/\/$/, '')}/${path.replace(/^(?:\.?\/)+/, '')}`
}

async function keepEach({ filename, bytes }: FormFile, keep: (path: string, bytes: Buffer) => Promise<void>) {
  if (!filename.toLowerCase().endsWith('.zip')) return keep(filename, bytes)
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-upload-'))
  try {
    const path = join(folder, 'upload.zip')
    await writeFile(path, bytes)
    await keepEntries(path, keep)
  } catch (cause) {
    if (cause instanceof InvalidBundleError) throw new ServiceError('bad-request', { detail: cause.message, cause })
    throw cause
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepEntries(path: string, keep: (path: string, bytes: Buffer) => Promise<void>): Promise<void> {
  const { zip, entries } = await openZip(path)
  try {
    for (const [name, entry] of entries) await keep(name, await readZipEntry(zip, entry))
  } finally {
    zip.close()
  }
}

function refusal(detail: string): ServiceError {
  return new ServiceError('bad-request', { detail })
}
