import { expect } from 'chai'
import { limits, type SourceMapUpload } from '@signalbox/contracts'
import { foreignKey, rootKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'
import { uploadSourceMaps } from '../../../../test/support/upload-source-maps.js'

const debugId = '12e9c425-007d-54e8-a27c-97f21c20dbcb'
const code = 'throw Error("x")\n//# sourceMappingURL=app.js.map\n'
const map = '{"version":3,"sources":["app.ts"],"names":[],"mappings":"AAAA"}'

describe('routes of uploaded source maps', () => {
  let served: ServedControlPlane
  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  let projects = 0
  /** A separate project for each test. */
  async function createProject() {
    projects += 1
    const { body } = await served.call('POST', '/api/v1/telemetry/projects/', { name: `web-${projects}` })
    const { number } = body as { number: number }
    const path = `/api/v1/telemetry/projects/${number}/source-maps/`
    const list = async (query = '') => {
      const answer = await served.call('GET', `${path}?${query}`)
      expect(answer.status).to.equal(200)
      return answer.body as { uploads: SourceMapUpload[]; total: number }
    }
    const upload = async (fields: { release?: string; dist?: string }, text = code, prefix = '~/') => {
      served.time.now += 60_000
      const files = [
        { name: 'app.js', bytes: text },
        { name: 'app.js.map', bytes: map },
      ]
      const target = { url: served.url, apiKey: rootKey, project: { number } }
      await uploadSourceMaps(target, files, { ...fields, url_prefix: prefix })
    }
    return { path, list, upload }
  }

  it('reject overlong names of files, releases and dists, and store nothing of them', async () => {
    const { path, list } = await createProject()
    const refused = async (name: string, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [field, text] of Object.entries(fields)) form.append(field, text)
      form.append('file', new Blob([code]), name)
      const headers = { authorization: `Bearer ${rootKey}` }
      return (await fetch(served.url + path, { method: 'POST', headers, body: form })).status
    }
    expect(await refused(`${'x'.repeat(limits.artifacts.urlLengthMax)}.js`)).to.equal(400)
    expect(await refused('a.js', { release: 'r'.repeat(limits.event.releaseLengthMax + 1) })).to.equal(400)
    expect(await refused('a.js', { release: 'r', dist: 'd'.repeat(limits.event.distLengthMax + 1) })).to.equal(400)
    expect((await list()).total).to.equal(0)
  })

  it('list nothing, then the latest upload first, with its purpose and size', async () => {
    const { list, upload } = await createProject()
    expect(await list()).to.deep.equal({ uploads: [], total: 0 })
    await upload({ release: 'shop@1' })
    await upload({ release: 'shop@2', dist: '7' }, `${code}//`)
    await upload({ release: 'shop@3' }, `${code}//`)
    const { uploads, total } = await list()
    expect(total).to.equal(2)
    expect(uploads.map(({ releases }) => releases)).to.deep.equal([
      [
        { release: 'shop@3', dist: null },
        { release: 'shop@2', dist: '7' },
      ],
      [{ release: 'shop@1', dist: null }],
    ])
    expect(uploads[1]).to.include({
      state: 'ok',
      detail: null,
      files: 2,
      source_maps: 1,
      bytes: code.length + map.length,
    })
    expect(uploads[0]?.uploaded_at).to.equal(new Date(served.time.now).toISOString())
    expect((await list('limit=1&offset=1')).uploads).to.deep.equal([uploads[1]])
  })

  it('are found by parts of releases, dists and URLs, and by debug ids', async () => {
    const { list, upload } = await createProject()
    await upload({ release: 'shop@1.0%', dist: 'arm' }, 'let a', '~/one')
    await upload({ release: 'shop@2.0_', dist: 'x86' }, `let b\n//# debugId=${debugId}`, '~/two')
    const find = async (search: string) => {
      const { uploads } = await list(new URLSearchParams({ search }).toString())
      return uploads.map(({ releases }) => releases[0]?.dist)
    }
    expect(await find('shop')).to.deep.equal(['x86', 'arm'])
    expect(await find('SHOP@1')).to.deep.equal(['arm'])
    expect(await find('%')).to.deep.equal(['arm'])
    expect(await find('_')).to.deep.equal(['x86'])
    expect(await find('/one/app')).to.deep.equal(['arm'])
    expect(await find(debugId.toUpperCase().replaceAll('-', ''))).to.deep.equal(['x86'])
    expect(await find('e'.repeat(32))).to.deep.equal([])
    expect(await find('nothing')).to.deep.equal([])
  })

  it("show an upload's files, and delete it for its project", async () => {
    const [one, other] = [await createProject(), await createProject()]
    await one.upload({ release: 'shop@1' }, 'let shared')
    await other.upload({ release: 'shop@1' }, 'let shared')
    const id = (await one.list()).uploads[0]?.bundle_id ?? ''
    const { body } = await served.call('GET', `${one.path}${id}/`)
    expect((body as { listed_files: unknown[] }).listed_files).to.deep.equal([
      { url: '~/app.js', type: 'minified_source', debug_id: null, bytes: 10 },
      { url: '~/app.js.map', type: 'source_map', debug_id: null, bytes: map.length },
    ])
    expect((await served.call('DELETE', `${one.path}${id}/`)).status).to.equal(200)
    expect((await one.list()).total).to.equal(0)
    expect((await other.list()).total).to.equal(1)
    expect((await served.call('GET', `${one.path}${id}/`)).status).to.equal(404)
    expect((await served.call('DELETE', `${one.path}${id}/`)).status).to.equal(404)
    expect((await served.call('DELETE', `${other.path}${id}/`)).status).to.equal(200)
    expect((await other.list()).total).to.equal(0)
    const [entry] = await served.readAudit('action=deleteSourceMapUpload')
    expect(entry?.outcome).to.equal('done')
  })

  it('show nothing to other organizations', async () => {
    const { path, list, upload } = await createProject()
    await upload({ release: 'shop@1' }, 'let ours')
    const id = (await list()).uploads[0]?.bundle_id ?? ''
    for (const [method, address] of [
      ['GET', path],
      ['GET', `${path}${id}/`],
      ['DELETE', `${path}${id}/`],
    ] as const) {
      expect((await served.call(method, address, undefined, foreignKey)).status, method).to.equal(404)
    }
    expect((await list()).total).to.equal(1)
  })
})
