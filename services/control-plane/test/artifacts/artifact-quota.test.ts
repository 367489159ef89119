import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createId, dayMs, limits, ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { createArtifactQuota, type ArtifactQuota } from '../../src/artifacts/artifact-quota.js'
import { assembleBundle } from '../../src/artifacts/assemble-bundle.js'
import { chunkKey } from '../../src/artifacts/chunk-key.js'
import { storeChunk } from '../../src/artifacts/store-chunks.js'
import { foreignKey, rootKey, serveControlPlane } from '../support/served-control-plane.js'
import { openArtifacts, organizationId } from './open-artifacts.js'

const fixture = new URL(
  '../../../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/upload.artifactbundle.zip',
  import.meta.url,
)
const { fileOverheadBytes, targetsMax } = limits.artifacts
/** Room for a single file of 1 000 bytes, or for two of half the size. */
const bytesMax = 1_000 + 2 * fileOverheadBytes

describe("the storage that an organization's uploads use", () => {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const projectId = createId(now)
  let opened: ReturnType<typeof openArtifacts>
  beforeEach(() => {
    opened = openArtifacts({ projectId, clock, bytesMax })
  })
  afterEach(() => opened.remove())

  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof ServiceError ? error.code : error),
    )
  const sha1Of = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')
  const sendChunk = (bytes: Buffer, owner = organizationId, { quota }: { quota: ArtifactQuota } = opened.artifacts) =>
    storeChunk({ bundles: opened.store.artifactBundles, quota, clock }, owner, {
      ...{ field: 'file', filename: sha1Of(bytes) },
      bytes,
    })
  const sha256Of = (text: number) => createHash('sha256').update(String(text)).digest('hex')
  const put = (size: number) =>
    opened.artifacts.quota.keepFor(organizationId, (blobs) =>
      blobs.put({ area: 'files', name: 'f'.repeat(64) }, Buffer.alloc(size)),
    )

  it('is limited, including waiting chunks, separately for each organization', async () => {
    opened.store.organizations.insert({ id: 'other', name: 'Other', created_at: now })
    await sendChunk(Buffer.alloc(600, 1))
    expect(await refusalOf(sendChunk(Buffer.alloc(401, 2)))).to.equal('conflict')
    expect(await opened.blobs.has(chunkKey(organizationId, sha1Of(Buffer.alloc(401, 2))))).to.equal(false)
    await sendChunk(Buffer.alloc(400, 3))
    await sendChunk(Buffer.alloc(1_000, 4), 'other')
    // They are removed if nothing was assembled from them.
    now += 2 * dayMs
    await opened.artifacts.maintain()
    await sendChunk(Buffer.alloc(1_000, 5))
  })

  it('is used by empty files too', async () => {
    const filesMax = Math.floor(bytesMax / fileOverheadBytes)
    const storing = opened.artifacts.quota.keepFor(organizationId, async (blobs) => {
      for (let file = 0; file < filesMax; file += 1) {
        await blobs.put({ area: 'files', name: sha256Of(file) }, Buffer.alloc(0))
      }
      expect(await refusalOf(put(0))).to.equal('conflict')
    })
    await storing
    for (let chunk = 0; chunk < filesMax - 1; chunk += 1) await sendChunk(Buffer.alloc(1, chunk))
    expect(opened.store.artifactBundles.bytesOf(organizationId)).to.be.at.least(fileOverheadBytes * (filesMax - 1))
  })

  it('is not filled by linking an upload to ever more releases: those linked longest ago are dropped', () => {
    const { artifactBundles, artifactUploads } = opened.store
    const times = { created_at: now, used_at: now }
    artifactBundles.begin({
      ...{ id: 'one', organization_id: organizationId, checksum: 'one', ...times },
      ...{ state: 'ok', detail: null, chunks: '[]', file_bytes: 0 },
    })
    const nameOf = (release: number) => `shop@${String(release).padStart(4, '0')}`
    const link = (release: number) => {
      const target = { project_id: projectId, release: nameOf(release), dist: '' }
      artifactBundles.link({ bundle_id: 'one', ...target, linked_at: now + release })
    }
    for (let release = 0; release < targetsMax + 5; release += 1) link(release)
    link(5)
    const isLinked = (release: number) =>
      artifactUploads.list(projectId, { text: nameOf(release), debugId: null }, { limit: 1, offset: 0 }).total
    expect([0, 4, 5, targetsMax + 4].map(isLinked)).to.deep.equal([0, 0, 1, 1])
  })

  it('counts concurrent uploads', async () => {
    const sent = [Buffer.alloc(600, 1), Buffer.alloc(600, 2)].map((bytes) => refusalOf(sendChunk(bytes)))
    expect((await Promise.all(sent)).sort()).to.deep.equal(['conflict', undefined])
  })

  it('counts rejected files until they are removed, after a day', async () => {
    const failing = opened.artifacts.quota.keepFor(organizationId, async (blobs) => {
      await blobs.put({ area: 'files', name: 'e'.repeat(64) }, Buffer.alloc(600))
      throw new Error('the client went away')
    })
    await failing.catch(() => undefined)
    expect(await refusalOf(put(401))).to.equal('conflict')
    now += 2 * dayMs
    await put(1_000)
  })

  it('includes nothing of a bundle over the limit', async () => {
    const bundle = await readFile(fixture)
    const { artifacts, store } = opened
    // Its chunk came while the quota was higher.
    const { artifactBundles: bundles } = store
    const quota = createArtifactQuota({
      bundles,
      blobs: artifacts.blobs,
      bytesMax: bundle.length + fileOverheadBytes,
      clock,
    })
    await sendChunk(bundle, organizationId, { quota })
    const request = { organizationId, projectIds: [projectId], release: '', dist: '', checksum: sha1Of(bundle) }
    const assemble = () =>
      assembleBundle({ store, work: artifacts.work, clock }, { ...request, chunks: [sha1Of(bundle)] })
    expect(await refusalOf(assemble())).to.equal('conflict')
    expect(store.artifactBundles.find(organizationId, request.checksum)).to.equal(undefined)
    expect(await assemble()).to.deep.include({ state: 'not_found', missingChunks: [sha1Of(bundle)] })
    expect(store.artifactBundles.bytesOf(organizationId)).to.equal(0)
  })

  it('is named in the rejection, with the setting; deleting an upload frees space', async () => {
    const served = await serveControlPlane({ artifactsBytesMax: bytesMax })
    try {
      const upload = async (size: number, key = rootKey) => {
        const path = await createProject(key)
        const form = new FormData()
        form.append('file', new Blob([Buffer.alloc(size, 'x')]), 'app.js')
        const headers = { authorization: `Bearer ${key}` }
        const answer = await fetch(served.url + path, { method: 'POST', headers, body: form })
        return { path, status: answer.status, body: (await answer.json()) as { detail?: string; bundle_id?: string } }
      }
      let projects = 0
      const createProject = async (key: string) => {
        projects += 1
        const { body } = await served.call('POST', '/api/v1/telemetry/projects/', { name: `quota-${projects}` }, key)
        return `/api/v1/telemetry/projects/${(body as { number: number }).number}/source-maps/`
      }
      const first = await upload(600)
      expect(first.status).to.equal(201)
      const refused = await upload(500)
      expect(refused.status).to.equal(409)
      expect(refused.body.detail).to.include(`${bytesMax} bytes`).and.to.include('SIGNALBOX_ARTIFACTS_BYTES_MAX')
      expect((await upload(500, foreignKey)).status).to.equal(201)
      expect((await served.call('DELETE', `${first.path}${first.body.bundle_id}/`)).status).to.equal(200)
      expect((await upload(500)).status).to.equal(201)
    } finally {
      await served.close()
    }
  })
})
