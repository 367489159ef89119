import { limits, ServiceError } from '@signalbox/contracts'
import type { BlobWriter } from './artifact-quota.js'
import type { StoredFileRow } from './store/artifact-files.js'
import { storeFile } from './store-file.js'
import { readForm, type SentForm } from './read-form.js'
import { readRelease } from './read-target.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { storeUpload } from './store-upload.js'
import { takeFiles } from './take-files.js'

interface Upload {
  projectId: string
  form: SentForm
}

const { bundleFilesMax, bundleBytesMax: bytesMax, fileBytesMax } = limits.artifacts

/**
 * Stores the files of a form; files in ZIP archives are stored individually.
 * @throws ServiceError `bad-request` if there are none or an archive cannot be read; `conflict` if they exceed the
 * storage limit.
 */
export function receiveUpload(dependencies: ArtifactRouteDependencies, upload: Upload) {
  const { quota } = dependencies.artifacts
  return quota.keepFor(upload.form.organizationId, (blobs) => storeFiles(dependencies, upload, blobs))
}

async function storeFiles(
  { store, artifacts, clock }: ArtifactRouteDependencies,
  { projectId, form }: Upload,
  blobs: BlobWriter,
) {
  const kept: { path: string; row: StoredFileRow }[] = []
  const keep = async (path: string, bytes: Buffer): Promise<void> => {
    if (kept.length >= bundleFilesMax) throw refusal(`An upload can have at most ${bundleFilesMax} files`)
    const file = { type: typeOf(path), url: '', debugId: undefined, mapReference: '' } as const
    kept.push({ path, row: await storeFile(blobs, { file, bytes }) })
  }
  const fields = await readForm(form, { bytesMax, filesMax: bundleFilesMax, fileBytesMax }, (file) =>
    takeFiles(artifacts.folders, file, keep),
  )
  if (kept.length === 0) throw refusal('The form contains no file')
  const release = readRelease(fields.get('release'))
  const dist = fields.get('dist') ?? ''
  refuseLong('A release', release, limits.event.releaseLengthMax)
  refuseLong('A dist', dist, limits.event.distLengthMax)
  if (release === '' && dist !== '') throw refusal('A dist requires a release')
  const prefix = fields.get('url_prefix') ?? '~/'
  const rows = kept.map(({ path, row }) => ({ ...row, url: urlOf(prefix, path) }))
  for (const { url } of rows) refuseLong("A file's URL", url, limits.artifacts.urlLengthMax)
  const target = { organizationId: form.organizationId, projectIds: [projectId], release, dist }
  const bundleId = await artifacts.runUploadExclusive(form.organizationId, () =>
    storeUpload({ store, indexes: artifacts.indexes, clock }, target, rows),
  )
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

function refuseLong(what: string, text: string, lengthMax: number): void {
  if (text.length > lengthMax) throw refusal(`${what} can have at most ${lengthMax} characters`)
}

function refusal(detail: string): ServiceError {
  return new ServiceError('bad-request', { detail })
}
