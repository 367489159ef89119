import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDirectoryStore, pathOf, type BlobKey, type BlobStore } from '@signalbox/artifact-store'
import { createId, dayMs, limits } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { layoutVersion } from '@signalbox/source-maps'
import { expect } from 'chai'
import { createArtifacts, type Artifacts } from '../../src/artifacts/artifacts.js'
import { assembleBundle } from '../../src/artifacts/assemble-bundle.js'
import { chunkKey } from '../../src/artifacts/chunk-key.js'
import { storeChunk } from '../../src/artifacts/store-chunks.js'
import { createArtifactBlobs } from '../../src/artifacts/artifact-blobs.js'
import { storeFile } from '../../src/artifacts/store-file.js'
import { storeUpload } from '../../src/artifacts/store-upload.js'
import type { ControlPlaneStore } from '../../src/control-plane-store.js'
import { openArtifacts, organizationId } from './open-artifacts.js'

const fixture = new URL(
  '../../../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/upload.artifactbundle.zip',
  import.meta.url,
)

/** Fails like a dying process: at one store operation and all later ones. */
class CutOff extends Error {}

describe('stored artifacts', () => {
  let opened: ReturnType<typeof openArtifacts>
  let directory: string
  let store: ControlPlaneStore
  let blobs: BlobStore
  let artifacts: Artifacts
  let bundle: Buffer
  let now = Date.UTC(2026, 0, 1)
  const projectId = createId(now)
  const clock = () => now
  const { keptBytesMax: bytesMax } = limits.artifacts

  before(async () => {
    bundle = await readFile(fixture)
  })
  beforeEach(() => {
    opened = openArtifacts({ projectId, clock })
    ;({ directory, store, blobs, artifacts } = opened)
  })
  afterEach(() => opened.remove())

  const sha1 = () => createHash('sha1').update(bundle).digest('hex')
  const upload = async ({ work, quota }: Pick<Artifacts, 'work' | 'quota'> = artifacts) => {
    const chunk = { field: 'file', filename: sha1(), bytes: bundle }
    await storeChunk({ bundles: store.artifactBundles, quota, clock }, organizationId, chunk)
    return assemble(work)
  }
  const assemble = (work = artifacts.work) =>
    assembleBundle(
      { store, work, clock },
      { organizationId, projectIds: [projectId], release: 'shop@1', dist: '', checksum: sha1(), chunks: [sha1()] },
    )
  const resolve = async (known = artifacts) => {
    const scripts = [{ path: 'http://localhost/app.min.js', debugId: await debugId() }]
    const [found] = await known.sourceMaps.resolveScripts({ projectId, release: '', dist: '', scripts })
    return found
  }
  const debugId = async () => {
    const event = await readFile(new URL('event.json', fixture), 'utf8')
    return /"debug_id":\s*"([0-9a-f-]{36})"/.exec(event)?.[1] ?? ''
  }

  it('are removed if no event has used them for long, and retained otherwise', async () => {
    expect(await upload()).to.include({ state: 'ok' })
    now += (limits.artifacts.retentionDays - 1) * dayMs
    const index = (await resolve())?.index ?? ''
    now += 2 * dayMs
    await artifacts.maintain()
    expect(await resolve()).to.include({ state: 'mapped', index })
    now += (limits.artifacts.retentionDays + 1) * dayMs
    await artifacts.maintain()
    expect(await resolve()).to.include({ state: 'missing_source' })
    expect(await blobs.has({ area: 'indexes', name: index })).to.equal(false)
  })

  it('are retained if uploaded again long after their last use', async () => {
    await upload()
    now += (limits.artifacts.retentionDays - 1) * dayMs
    await assemble()
    now += 2 * dayMs
    await artifacts.maintain()
    expect(await resolve()).to.include({ state: 'mapped' })
  })

  it('are stored once if the same files are uploaded concurrently', async () => {
    const [code, map] = ['let a=1\n//# sourceMappingURL=a.js.map', '{"version":3,"sources":[],"mappings":""}']
    const description = { debugId: undefined, mapReference: '' }
    const files = await Promise.all([
      storeFile(blobs, { file: { ...description, type: 'minified_source', url: '~/a.js' }, bytes: Buffer.from(code) }),
      storeFile(blobs, { file: { ...description, type: 'source_map', url: '~/a.js.map' }, bytes: Buffer.from(map) }),
    ])
    const target = { organizationId, projectIds: [projectId], release: 'shop@1', dist: '' }
    const again = () => storeUpload({ store, indexes: artifacts.indexes, clock }, target, files)
    const ids = await Promise.all([again(), again(), again()])
    expect(new Set(ids).size).to.equal(1)
    expect(store.artifactFiles.countOf({ projectId, release: 'shop@1', dist: '' })).to.equal(2)
  })

  it('are converted again after a layout change, and the old ones removed', async () => {
    await upload()
    const index = (await resolve())?.index ?? ''
    const [code, map] = store.artifactFiles.hashesOf(store.artifactBundles.find(organizationId, sha1())?.id ?? '')
    const known =
      store.artifactFiles.findIndex(code ?? '', map ?? '', '') ??
      store.artifactFiles.findIndex(map ?? '', code ?? '', '')
    if (known === undefined) throw new Error('it was not converted')
    const old = 'b'.repeat(64)
    await blobs.put({ area: 'indexes', name: old }, Buffer.from('of long ago'))
    store.artifactFiles.putIndex({ ...known, index_hash: old, layout_version: layoutVersion - 1 })
    expect((await resolve())?.index).to.equal(index)
    await artifacts.maintain()
    expect(await blobs.has({ area: 'indexes', name: old })).to.equal(false)
  })

  it('resolve frames after a restore of the database and the files only', async () => {
    await upload()
    const index = (await resolve())?.index
    const copied = mkdtempSync(join(tmpdir(), 'copied-'))
    try {
      cpSync(join(directory, 'artifacts', 'files'), join(copied, 'files'), { recursive: true })
      const restored = createArtifacts({
        store,
        blobs: createDirectoryStore(copied),
        uploadDirectory: opened.uploadDirectory,
        bytesMax,
        clock,
        log: silentLog,
      })
      expect(await resolve(restored)).to.include({ state: 'mapped', index })
      await restored.close()
    } finally {
      rmSync(copied, { recursive: true })
    }
  })

  it('are requested again if a chunk was removed since its upload', async () => {
    await upload({ ...artifacts, work: { process: () => Promise.resolve() } })
    await blobs.remove(chunkKey(organizationId, sha1()))
    expect(await assemble()).to.deep.equal({ state: 'not_found', missingChunks: [sha1()], detail: null })
    expect(await upload()).to.include({ state: 'ok' })
    expect(await resolve()).to.include({ state: 'mapped' })
  })

  const listFiles = (folder: string) => {
    const path = join(directory, folder)
    if (!existsSync(path)) return []
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  const setWrittenAt = (key: BlobKey, at: number) => {
    utimesSync(join(directory, 'artifacts', pathOf(key)), at / 1_000, at / 1_000)
  }
  const keepText = async (text: string) => {
    const file = { type: 'minified_source', url: '~/a.js', debugId: undefined, mapReference: '' } as const
    const row = await storeFile(artifacts.blobs, { file, bytes: Buffer.from(text) })
    return { row, key: { area: 'files', name: row.content_hash } as const }
  }

  it('are removed after a day if no upload uses them', async () => {
    const { key } = await keepText('refused')
    const kept = await keepText('taken')
    const target = { organizationId, projectIds: [projectId], release: 'shop@1', dist: '' }
    await storeUpload({ store, indexes: artifacts.indexes, clock }, target, [kept.row])
    now += dayMs
    await artifacts.maintain()
    expect(await blobs.has(key)).to.equal(true)
    now += dayMs
    await artifacts.maintain()
    expect(await blobs.has(key)).to.equal(false)
    expect(await blobs.has(kept.key)).to.equal(true)
  })

  it('are removed if old and referenced by no row, and retained otherwise', async () => {
    const orphan = { area: 'files', name: 'a'.repeat(64) } as const
    const young = { area: 'indexes', name: 'b'.repeat(64) } as const
    const chunk = chunkKey(organizationId, 'c'.repeat(40))
    for (const key of [orphan, young, chunk]) await blobs.put(key, Buffer.from('of a version that noted nothing'))
    writeFileSync(join(directory, 'artifacts', 'files', 'README'), 'not ours')
    const taken = await keepText('taken')
    const target = { organizationId, projectIds: [projectId], release: 'shop@1', dist: '' }
    await storeUpload({ store, indexes: artifacts.indexes, clock }, target, [taken.row])
    for (const key of [orphan, chunk, taken.key]) setWrittenAt(key, now - 8 * dayMs)
    setWrittenAt(young, now - 6 * dayMs)
    const logged: unknown[] = []
    const log = { ...silentLog, info: (...line: unknown[]) => logged.push(line) }
    const looking = createArtifacts({ store, blobs, uploadDirectory: opened.uploadDirectory, bytesMax, clock, log })
    await looking.maintain()
    const kept = await Promise.all([orphan, chunk, young, taken.key].map((key) => blobs.has(key)))
    expect(kept).to.deep.equal([false, false, true, true])
    expect(logged[0]).to.deep.equal([{ found: 2 }, 'found orphaned artifact files'])
    expect(listFiles('artifacts')).to.include('README')
    // Checked once a day.
    await blobs.put(orphan, Buffer.from('once more'))
    setWrittenAt(orphan, now - 8 * dayMs)
    await looking.maintain()
    expect(await blobs.has(orphan)).to.equal(true)
    now += 2 * dayMs
    await looking.maintain()
    expect([await blobs.has(orphan), await blobs.has(young)]).to.deep.equal([false, false])
    await looking.close()
  })

  it('are retained if an upload uses an old file again', async () => {
    const { key } = await keepText('again')
    setWrittenAt(key, now - 8 * dayMs)
    await artifacts.maintain()
    expect(await blobs.has(key)).to.equal(true)
  })

  it('survive an upload during their removal', async () => {
    const { key } = await keepText('abandoned')
    now += 2 * dayMs
    const gate = new AbortController()
    const isOpen = once(gate.signal, 'abort')
    const remove = async (removed: BlobKey) => {
      await isOpen
      await blobs.remove(removed)
    }
    const slow = createArtifactBlobs({ checks: store.blobChecks, blobs: { ...blobs, remove }, clock })
    const removed = slow.removeUnneeded()
    const again = slow.put(key, Buffer.from('abandoned'))
    gate.abort()
    expect(await removed).to.equal(1)
    await again
    expect(await blobs.has(key)).to.equal(true)
    await artifacts.maintain()
    expect(await blobs.has(key)).to.equal(true)
  })

  it('left half extracted by a process are removed', async () => {
    const folder = await artifacts.folders.make()
    writeFileSync(join(folder, 'upload'), 'half')
    await createArtifacts({
      store,
      blobs,
      uploadDirectory: opened.uploadDirectory,
      bytesMax,
      clock,
      log: silentLog,
    }).close()
    expect(listFiles('uploads')).to.deep.equal([])
  })

  it('are invisible if an upload is interrupted at any store operation, and completed later', async () => {
    let operations = 0
    for (let allowed = 0, isCut = true; isCut; allowed += 1) {
      operations = 0
      isCut = false
      const count = async <T>(work: () => Promise<T>): Promise<T> => {
        operations += 1
        if (operations <= allowed) return work()
        isCut = true
        throw new CutOff('the process died')
      }
      const dying: BlobStore = {
        put: (key: BlobKey, bytes) => count(() => blobs.put(key, bytes)),
        read: (key) => count(() => blobs.read(key)),
        has: (key) => count(() => blobs.has(key)),
        remove: (key) => count(() => blobs.remove(key)),
        list: (area) => blobs.list(area),
        removeUnfinished: (before) => blobs.removeUnfinished(before),
      }
      const dead = createArtifacts({
        store,
        blobs: dying,
        uploadDirectory: opened.uploadDirectory,
        bytesMax,
        clock,
        log: silentLog,
      })
      await upload(dead).catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error
      })
      await dead.close()
      const isDone = store.artifactBundles.find(organizationId, sha1())?.state === 'ok'
      expect((await resolve())?.state, `${allowed} operations`).to.equal(isDone ? 'mapped' : 'missing_source')
      // The next start resumes, or the client sends it again.
      await artifacts.maintain()
      expect(await upload(), `${allowed} operations`).to.include({ state: 'ok' })
      expect((await resolve())?.state, `${allowed} operations`).to.equal('mapped')
      now += (limits.artifacts.retentionDays + 1) * dayMs
      await artifacts.maintain()
      expect(listFiles('artifacts'), `${allowed} operations`).to.deep.equal([])
      expect(listFiles('uploads'), `${allowed} operations`).to.deep.equal([])
    }
    expect(operations).to.be.greaterThan(4)
  })
})
