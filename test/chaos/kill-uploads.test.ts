import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { blobAreas } from '@signalbox/artifact-store'
import type { ErrorEvent, ScriptDiagnosis } from '@signalbox/contracts'
import { expect } from 'chai'
import { createBundle, originalFile, sendMinifiedError, type MadeBundle } from '../support/make-bundle.js'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'
import { uploadSourceMaps } from '../support/upload-source-maps.js'
import { assembleBundle, sendChunk, sha1Of, type UploadTarget } from '../support/upload-chunks.js'

/** Resymbolication of stored events needs more than one page of these. */
const eventCount = 450
/** Longer than the lease of a page held by a consumer that is gone. */
const patience = { withinMs: 90_000, everyMs: 20 }

/**
 * Moments in an upload at which to kill the process, by the artifact store's contents, including states too brief to be
 * observed.
 */
const moments: Record<string, (folders: ArtifactFolders) => boolean> = {
  'a chunk is being written': ({ unfinished, chunks }) => unfinished.length + chunks.length > 0,
  'a chunk is there': ({ chunks, files }) => chunks.length + files.length > 0,
  'the first file is there': ({ files }) => files.length > 0,
  'its files are there and a map is converted': ({ files }) => files.length > 1,
  'the index is there': ({ indexes }) => indexes.length > 0,
  'the chunks are removed': ({ chunks, indexes }) => chunks.length === 0 && indexes.length > 0,
}

interface ArtifactFolders {
  unfinished: string[]
  chunks: string[]
  files: string[]
  indexes: string[]
}

describe('kill -9 during source map uploads', function () {
  this.timeout(300_000)
  let dataDirectory: string
  let signalbox: SignalboxProcess
  let project: Project
  before(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-chaos-'))
    signalbox = await startSignalbox({ dataDirectory })
    project = await signalbox.createProject('uploads')
  })
  after(async () => {
    await signalbox.dispose()
    await rm(dataDirectory, { recursive: true, force: true })
  })

  const target = (): UploadTarget => ({ ...signalbox, organizationId: 'default', project })
  const restart = async () => {
    signalbox = await startSignalbox({ dataDirectory })
  }
  const listArea = (area: string) => {
    const folder = join(dataDirectory, 'artifacts', area)
    if (!existsSync(folder)) return []
    // Not the folders, whose names are short.
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 3)
  }
  const listFolders = (): ArtifactFolders => {
    const [unfinished = [], chunks = [], files = [], indexes = []] = ['unfinished', ...blobAreas].map(listArea)
    return { unfinished, chunks, files, indexes }
  }
  const findingOf = async ({ debugId, path }: MadeBundle) => {
    const query = new URLSearchParams({ path, debug_id: debugId }).toString()
    const found = `/api/v1/telemetry/projects/${project.id}/source-maps/diagnosis/?${query}`
    return (await signalbox.get<ScriptDiagnosis>(found)).finding
  }
  const stateOf = async (bundle: MadeBundle) => {
    const { body } = await assembleBundle(target(), bundle.bytes)
    return (body as { state: string }).state
  }
  /** Like clients: sends the missing parts. */
  const upload = async (bundle: MadeBundle) => {
    if ((await stateOf(bundle)) === 'not_found') await sendChunk(target(), bundle.bytes)
    expect(await stateOf(bundle)).to.equal('ok')
  }

  /** Uploads until the process is gone. */
  async function uploadAndKill(bundle: MadeBundle, isDue: (folders: ArtifactFolders) => boolean): Promise<void> {
    const known = listFolders()
    const added = (now: string[], before: string[]) => now.filter((name) => !before.includes(name))
    const uploading = upload(bundle).catch((error: unknown) => error)
    const deadline = performance.now() + patience.withinMs
    for (;;) {
      const now = listFolders()
      const own = {
        unfinished: added(now.unfinished, known.unfinished),
        chunks: now.chunks.filter((name) => name.includes(sha1Of(bundle.bytes))),
        files: added(now.files, known.files),
        indexes: added(now.indexes, known.indexes),
      }
      if (isDue(own)) break
      if (performance.now() > deadline) throw new Error('the moment did not come')
      await nextTurn()
    }
    await signalbox.kill()
    await uploading
  }

  for (const [index, [moment, isDue]] of Object.entries(moments).entries()) {
    it(`when ${moment}: nothing is partially visible, and the upload can be repeated`, async () => {
      const bundle = await createBundle(index)
      await uploadAndKill(bundle, isDue)
      await restart()
      // A restart resumes what had started: afterwards the bundle is usable, and before that it is not visible at all.
      expect(await findingOf(bundle)).to.be.oneOf(['resolvable', 'debug_id_not_uploaded'])
      await upload(bundle)
      expect(await findingOf(bundle)).to.equal('resolvable')
    })
  }

  it('when files are uploaded through the API: none is visible, and the upload can be repeated', async () => {
    const files = Array.from({ length: 200 }, (_, index) => ({ name: `plain${index}.js`, bytes: `let plain=${index}` }))
    const send = () => uploadSourceMaps(target(), files, { release: 'plain@1' })
    const known = listFolders().files.length
    const uploading = send().catch((error: unknown) => error)
    await eventually(() => {
      expect(listFolders().files.length).to.be.greaterThan(known)
    }, patience)
    await signalbox.kill()
    await uploading
    await restart()
    const findingOfLast = async () => {
      const query = new URLSearchParams({ path: 'https://shop.example/plain199.js', release: 'plain@1' }).toString()
      const found = `/api/v1/telemetry/projects/${project.id}/source-maps/diagnosis/?${query}`
      return (await signalbox.get<ScriptDiagnosis>(found)).finding
    }
    // Either all of it was stored, or nothing.
    expect(await findingOfLast()).to.be.oneOf(['not_uploaded', 'map_missing', 'resolvable'])
    await send()
    expect(await findingOfLast()).to.not.equal('not_uploaded')
  })

  it('during resymbolication: each event stays visible exactly once, and all are resolved in the end', async () => {
    const bundle = await createBundle(99)
    const ids = Array.from({ length: eventCount }, (_, index) => (index + 1).toString(16).padStart(32, '0'))
    for (const eventId of ids)
      expect(await sendMinifiedError(signalbox.url, project, { eventId, bundle })).to.equal(200)
    await eventually(
      async () => expect(await countEvents()).to.deep.equal({ stored: eventCount, resolved: 0 }),
      patience,
    )
    await upload(bundle)
    const partly = await eventually(async () => {
      const { resolved } = await countEvents()
      expect(resolved).to.be.greaterThan(0)
      return resolved
    }, patience)
    await signalbox.kill()
    await restart()
    expect(partly).to.be.at.most(eventCount)
    await eventually(async () => {
      const { stored, resolved } = await countEvents()
      expect(stored).to.equal(eventCount)
      expect(resolved).to.equal(eventCount)
    }, patience)
    const { total } = await signalbox.get<{ total: number }>('/api/v1/issues/?limit=1')
    expect(total).to.equal(1)
  })

  async function countEvents(): Promise<{ stored: number; resolved: number }> {
    const { events } = await signalbox.get<{ events: ErrorEvent[] }>(
      '/api/v1/telemetry/query/errors/?since=1h&limit=1000',
    )
    expect(new Set(events.map(({ event_id: id }) => id)).size).to.equal(events.length)
    const resolved = events.filter(({ stack_trace: stack }) => stack.includes(originalFile))
    return { stored: events.length, resolved: resolved.length }
  }
})
