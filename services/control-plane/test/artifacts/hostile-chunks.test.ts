import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { zip } from '../../../../packages/source-maps/test/support/hostile-bundles.js'
import { foreignKey, rootKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const sha1Of = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

interface Assembly {
  state: string
  missingChunks: string[]
  detail: string | null
}

describe('chunks of hostile clients', () => {
  let served: ServedControlPlane
  /** Ids by API key. */
  const organizations = new Map<string, string>()
  before(async () => {
    served = await serveControlPlane()
    for (const key of [rootKey, foreignKey]) {
      const { body } = await served.call('GET', '/api/0/organizations/', undefined, key)
      organizations.set(key, (body as [{ slug: string }])[0].slug)
    }
  })
  after(() => served.close())

  const send = async (bytes: Buffer, name = sha1Of(bytes)) => {
    const form = new FormData()
    form.append('file_gzip', new Blob([new Uint8Array(gzipSync(bytes, { level: 1 }))]), name)
    const url = `${served.url}/api/0/organizations/${served.organizationId}/chunk-upload/`
    const res = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${rootKey}` }, body: form })
    await res.arrayBuffer()
    return res.status
  }
  const createProject = async (key = rootKey) => {
    const { body } = await served.call('POST', '/api/v1/telemetry/projects/', { name: 'web' }, key)
    return (body as { number: number }).number
  }
  const call = (path: string, body: object, key = rootKey) =>
    served.call('POST', `/api/0/organizations/${organizations.get(key) ?? ''}/${path}`, body, key)
  const assemble = async (request: { checksum: string; chunks: string[]; project: number }, key = rootKey) => {
    const { project, ...rest } = request
    const { status, body } = await call('artifactbundle/assemble/', { ...rest, projects: [project] }, key)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body as Assembly
  }
  const bundleOf = (name: string) => {
    const file = { type: 'minified_source', url: `~/${name}.js`, headers: {} }
    return Buffer.from(zip({ 'manifest.json': { files: { 'a.js': file } }, 'a.js': `throw Error("${name}")` }))
  }

  it('are not found by other organizations that know their checksums, and are nobody else’s bundle', async () => {
    const bytes = bundleOf('theirs')
    const [mine, theirs] = [await createProject(), await createProject(foreignKey)]
    const request = { checksum: sha1Of(bytes), chunks: [sha1Of(bytes)] }
    expect(await send(bytes)).to.equal(200)
    const missing = { state: 'not_found', missingChunks: request.chunks, detail: null }
    expect(await assemble({ ...request, project: theirs }, foreignKey)).to.deep.equal(missing)
    expect(await assemble({ ...request, project: mine })).to.include({ state: 'ok' })
    expect(await assemble({ ...request, project: theirs }, foreignKey)).to.deep.equal(missing)
  })

  it('are refused if their name is not their checksum', async () => {
    const [bytes, other] = [Buffer.from('one'), Buffer.from('another')]
    expect(await send(bytes, sha1Of(other))).to.equal(400)
    const project = await createProject()
    const { missingChunks } = await assemble({ checksum: sha1Of(other), chunks: [sha1Of(other)], project })
    expect(missingChunks).to.deep.equal([sha1Of(other)])
  })

  it('make no bundle under a checksum that is not theirs', async () => {
    const bytes = bundleOf('lie')
    await send(bytes)
    const project = await createProject()
    const { state, detail } = await assemble({ checksum: 'a'.repeat(40), chunks: [sha1Of(bytes)], project })
    expect([state, detail]).to.deep.equal(['error', 'the upload does not match its checksum'])
  })

  it('make one bundle, however many requests assemble them at once', async () => {
    const bytes = bundleOf('many')
    await send(bytes)
    const project = await createProject()
    const request = { checksum: sha1Of(bytes), chunks: [sha1Of(bytes)], project }
    const answers = await Promise.all(Array.from({ length: 20 }, () => assemble(request)))
    expect(new Set(answers.map(({ state }) => state))).to.deep.equal(new Set(['ok']))
    const { body } = await served.call('GET', `/api/v1/telemetry/projects/${project}/source-maps/`)
    expect((body as { total: number }).total).to.equal(1)
  })

  it('are refused in lists of ten thousand', async () => {
    const project = await createProject()
    const chunks = Array.from({ length: 10_000 }, (_, index) => index.toString(16).padStart(40, '0'))
    const { status } = await call('artifactbundle/assemble/', {
      checksum: 'b'.repeat(40),
      chunks,
      projects: [project],
    })
    expect(status).to.equal(400)
  })

  it('are not read for debug files that name one of them so often that they would be too large', async () => {
    const bytes = Buffer.alloc(limits.artifacts.chunkBytesMax)
    expect(await send(bytes)).to.equal(200)
    const project = await createProject()
    const times = limits.artifacts.fileBytesMax / bytes.length + 1
    const chunks = Array.from({ length: times }, () => sha1Of(bytes))
    const file = { name: 'a.sym', chunks }
    const files = Array.from({ length: limits.artifacts.debugFilesPerRequestMax }, (_, index) => [
      index.toString(16).padStart(40, '0'),
      file,
    ])
    const path = `/api/0/projects/${served.organizationId}/${project}/files/difs/assemble/`
    const { status, body } = await served.call('POST', path, Object.fromEntries(files))
    expect(status, JSON.stringify(body).slice(0, 300)).to.equal(200)
    const details = Object.values(body as Record<string, Assembly>).map(({ detail }) => detail)
    expect(new Set(details)).to.deep.equal(
      new Set([`a debug file can have at most ${limits.artifacts.fileBytesMax} bytes`]),
    )
  })
})
