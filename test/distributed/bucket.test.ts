import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBucketStore } from '@signalbox/artifact-store'
import { dayMs, ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { describeBlobStore } from '../../packages/artifact-store/test/support/store-contract.js'
import { createArtifactBlobs } from '../../services/control-plane/src/artifacts/artifact-blobs.js'
import { openStore } from '../../services/control-plane/src/control-plane-store.js'
import { startInProcess } from '../support/in-process-signalbox.js'
import { assembleBundle, sendChunk } from '../support/upload-chunks.js'
import { startS3Server, type S3Server } from '../support/s3/s3-server.js'

const fixture = new URL('../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/', import.meta.url)

describe('createBucketStore', () => {
  let server: S3Server
  before(async () => {
    server = await startS3Server()
  })
  after(() => server.stop())

  describeBlobStore(() => createBucketStore(server.bucket))

  const key = { area: 'files', name: createHash('sha256').update('some').digest('hex') } as const
  const faultOf = async (work: Promise<unknown>) => work.catch((error: unknown) => error)

  it('is unavailable, and treats nothing as missing, with a wrong bucket, key or server', async () => {
    const { bucket } = server
    for (const other of [
      { ...bucket, url: `${bucket.url}-of-others` },
      { ...bucket, secretAccessKey: 'a guess' },
      { ...bucket, url: 'http://127.0.0.1:9/uploads' },
    ]) {
      const store = createBucketStore(other)
      expect(await faultOf(store.read(key)), other.url)
        .to.be.instanceOf(ServiceError)
        .with.property('code', 'unavailable')
      expect(await faultOf(store.put(key, Buffer.from('x'))), other.url).to.be.instanceOf(ServiceError)
    }
  })

  it('lists objects below a prefix, page by page', async () => {
    const store = createBucketStore({ ...server.bucket, url: `${server.bucket.url}/many` })
    const names = Array.from({ length: 1_001 }, (_, at) => createHash('sha256').update(String(at)).digest('hex'))
    for (const name of names) await store.put({ area: 'chunks', name }, Buffer.from('x'))
    const listed: string[] = []
    for await (const { name } of store.list('chunks')) listed.push(name)
    expect(listed.sort()).to.deep.equal(names.sort())
  })

  it('removes old objects that no row refers to', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'signalbox-orphans-'))
    const database = openStore(directory)
    try {
      const blobs = createBucketStore({ ...server.bucket, url: `${server.bucket.url}/orphans` })
      await blobs.put(key, Buffer.from('of a version that noted nothing'))
      let now = Date.now()
      const kept = createArtifactBlobs({ checks: database.blobChecks, blobs, clock: () => now })
      expect([await kept.findOrphans(), await kept.removeUnneeded()]).to.deep.equal([0, 0])
      now += 8 * dayMs
      expect([await kept.findOrphans(), await kept.removeUnneeded()]).to.deep.equal([1, 1])
      expect(await blobs.has(key)).to.equal(false)
    } finally {
      database.close()
      rmSync(directory, { recursive: true })
    }
  })

  it('stores everything an installation uploads, from chunks to source map indexes', async () => {
    const bundle = await readFile(new URL('upload.artifactbundle.zip', fixture))
    const event = await readFile(new URL('event.json', fixture), 'utf8')
    const debugId = /"debug_id":\s*"([0-9a-f-]{36})"/.exec(event)?.[1] ?? ''
    const bucket = { ...server.bucket, url: `${server.bucket.url}/a-prefix` }
    const signalbox = await startInProcess({ artifactPlace: { bucket } })
    try {
      expect(await sendChunk(signalbox, bundle)).to.equal(200)
      expect((await assembleBundle(signalbox, bundle)).body).to.include({ state: 'ok' })
      const path = `/api/v1/telemetry/projects/${signalbox.project.number}/source-maps/diagnosis/`
      const query = new URLSearchParams({ path: 'http://localhost/app.min.js', debug_id: debugId })
      const { body } = await signalbox.call('GET', `${path}?${query.toString()}`)
      expect(body).to.include({ finding: 'resolvable' })
    } finally {
      await signalbox.close()
    }
  })
})
