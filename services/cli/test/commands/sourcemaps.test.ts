import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { zipSync, strToU8 } from 'fflate'
import { startRealServer, type RealServer } from '../support/real-server.js'

const id = '12e9c425-007d-54e8-a27c-97f21c20dbcb'
const code = `throw Error("x")\n//# sourceMappingURL=app.js.map\n`
const map = '{"version":3,"sources":["app.ts"],"names":[],"mappings":"AAAA"}'

describe('signalbox sourcemaps upload', () => {
  let server: RealServer
  let folder = ''
  before(async () => {
    server = await startRealServer()
    folder = await mkdtemp(join(tmpdir(), 'sourcemaps-'))
    await mkdir(join(folder, 'js', 'node_modules'), { recursive: true })
    await writeFile(join(folder, 'js', 'app.js'), code)
    await writeFile(join(folder, 'js', 'app.js.map'), map)
    await writeFile(join(folder, 'js', 'node_modules', 'left-out.js'), code)
    await writeFile(join(folder, 'page.html'), '<!doctype html>')
  })
  after(async () => {
    server.stop()
    server.remove()
    await rm(folder, { recursive: true })
  })

  const upload = (...args: string[]) => server.run(['sourcemaps', 'upload', '--project', '1', ...args])

  it("uploads a folder's scripts and maps by their paths in it", async () => {
    const { code: exit, out, err } = await upload(folder, '--release', 'shop@1', '--url-prefix', '~/static', '--json')
    expect([exit, err]).to.deep.equal([0, ''])
    const { files } = JSON.parse(out) as { files: { url: string; type: string }[] }
    expect(files.map(({ url, type }) => [url, type])).to.deep.equal([
      ['~/static/js/app.js', 'minified_source'],
      ['~/static/js/app.js.map', 'source_map'],
    ])
  })

  it('uploads files and ZIP archives', async () => {
    const archive = join(folder, 'build.zip')
    await writeFile(archive, zipSync({ 'b.js': strToU8(`${code}//# debugId=${id}`), 'b.js.map': strToU8(map) }))
    const outcome = await upload(archive, join(folder, 'js', 'app.js'), '--release', 'shop@2')
    expect(outcome).to.deep.equal({ code: 0, out: '3 files uploaded\n', err: '' })
  })

  it('warns of files that no event would find', async () => {
    expect((await upload(join(folder, 'js'))).err)
      .to.contain('2 of them have no debug id')
      .and.to.contain('--release')
    const alone = await upload(join(folder, 'js', 'app.js'), '--release', 'shop@3')
    expect(alone.err).to.contain('none of them is a source map')
  })

  it('counts a single file correctly', async () => {
    const outcome = await upload(join(folder, 'js', 'app.js.map'), '--release', 'shop@4')
    expect(outcome).to.deep.equal({ code: 0, out: '1 file uploaded\n', err: '' })
  })

  it('lists uploads, finds them by release, and deletes one', async () => {
    const list = async (...args: string[]) => {
      const { out } = await server.run(['sourcemaps', 'list', '--project', '1', '--json', ...args])
      return JSON.parse(out) as { items: { bundle_id: string; releases: { release: string }[] }[]; next: string | null }
    }
    const { items } = await list('--search', 'shop@2')
    expect(items.map(({ releases }) => releases[0]?.release)).to.deep.equal(['shop@2'])
    expect((await list('--limit', '1')).next).to.equal('1')
    expect((await server.run(['sourcemaps', 'list', '--project', '1'])).out).to.match(
      /^ID +RELEASE +DIST +STATE +FILES/,
    )
    const remove = (...args: string[]) =>
      server.run(['sourcemaps', 'delete', items[0]?.bundle_id ?? '', '--project', '1', ...args])
    expect((await remove()).code).to.equal(1)
    expect((await list('--search', 'shop@2')).items).to.have.length(1)
    expect(await remove('--yes')).to.deep.equal({ code: 0, out: 'Deleted the upload\n', err: '' })
    const { out } = await server.run(['sourcemaps', 'list', '--project', '1', '--search', 'shop@2'])
    expect(out).to.equal('No matching uploads.\n')
  })

  it("counts a project's files by type, and reports if it has none", async () => {
    const list = (project: string, ...args: string[]) =>
      server.run(['sourcemaps', 'count', '--project', project, ...args])
    expect((await server.run(['projects', 'create', 'empty'])).code).to.equal(0)
    expect((await server.run(['sourcemaps', 'list', '--project', '2'])).out).to.match(/^No uploads/)
    expect(await list('2')).to.deep.equal({ code: 0, out: 'No uploads in this project.\n', err: '' })
    const { out } = await list('1')
    expect(out).to.match(/^TYPE +FILES +BYTES +LAST UPLOADED +APPLIED\n/)
    expect(out).to.match(/\nminified_source +\d+ +\d+ +\S+Z +yes\n/)
    const { items } = JSON.parse((await list('1', '--json')).out) as { items: { type: string }[] }
    expect(items.map(({ type }) => type)).to.include('source_map')
    expect((await list('77')).err).to.contain('404')
  })

  it('reports errors in a path, a project and a key', async () => {
    expect(await upload(join(folder, 'nothing'))).to.deep.include({
      code: 1,
      err: `signalbox: no such file or folder: ${folder}/nothing\n`,
    })
    await mkdir(join(folder, 'empty'))
    expect((await upload(join(folder, 'empty'))).err).to.contain('no scripts or source maps')
    expect((await server.run(['sourcemaps', 'upload', folder, '--project', '77'])).err).to.contain('404')
    expect((await upload(folder, '--api-key', 'wrong-key-of-nobody')).err).to.contain('401')
    expect((await upload(folder, '--dist', '1')).err).to.contain('A dist requires a release')
    expect((await server.run(['sourcemaps', 'upload', folder])).code).to.equal(2)
  })
})

describe('signalbox api-keys create', () => {
  let server: RealServer
  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })

  it('creates a token that configures Sentry tools', async () => {
    const { code: exit, out } = await server.run(['api-keys', 'create', 'ci', '--sentry'])
    expect(exit).to.equal(0)
    const [prefix, claims = ''] = out.trim().split('_')
    expect(prefix).to.equal('sntrys')
    const said: unknown = JSON.parse(Buffer.from(claims, 'base64').toString())
    expect(said).to.include({ url: 'http://signalbox.test', org: 'default' })
    const env = { SIGNALBOX_API_KEY: out.trim() }
    expect((await server.run(['repositories', 'list'], { env })).code).to.equal(0)
    expect((await server.run(['api-keys', 'create', 'more'], { env })).err).to.contain('403')
  })

  it('creates keys with given scopes, and lists the valid ones', async () => {
    const { out } = await server.run(['api-keys', 'create', 'reader', '--scope', 'changes:read', '--json'])
    expect(JSON.parse(out)).to.deep.include({ name: 'reader', scopes: ['changes:read'] })
    expect((await server.run(['api-keys', 'create', 'x', '--scope', 'everything'])).code).to.equal(2)
  })
})
