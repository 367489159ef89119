import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { sendRaw } from '../../../../test/support/raw-request.js'
import { pageAssetNames } from '../../src/pages/page-files.js'
import { serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const directory = new URL('../../pages/', import.meta.url)
const issue = '/issues/WEB-1'
const assets = pageAssetNames.map((name) => `/pages/${name}`)

describe('pages', () => {
  let served: ServedControlPlane
  before(async function () {
    this.timeout(60_000)
    served = await serveControlPlane()
  })
  after(() => served.close())

  const get = (path: string, headers: Record<string, string> = {}) =>
    served.browser().send('GET', path, undefined, headers)

  for (const path of [issue]) {
    it(`${path} sends whoever is not signed in to the sign-in page, which knows the way back`, async () => {
      const { status, headers } = await get(`${path}?a=1&b=//evil.example`)
      expect(status).to.equal(303)
      const way = `/sign-in?return_to=${encodeURIComponent(`${path}?a=1&b=//evil.example`)}`
      expect(headers.get('location')).to.equal(way)
    })

    it(`${path} is the page for whoever is signed in, with and without a trailing slash`, async () => {
      const browser = await served.join('viewer', `${path.length}@example.com`)
      for (const spelling of [path, `${path.replace(/\/$/, '')}/`]) {
        const { status, headers, body } = await browser.send('GET', spelling)
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
        expect(body).to.contain('src="/pages/main.js"')
      }
    })
  }

  it('a session that ended is sent to sign in again', async () => {
    const browser = await served.join('viewer', 'ended@example.com')
    const cookies = new Map(browser.cookies)
    await browser.send('POST', '/api/v1/auth/sign-out/')
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.send('GET', issue)).status).to.equal(303)
  })

  it('no page or asset may be framed, take scripts from elsewhere or make markup of texts', async () => {
    const browser = await served.join('viewer', 'policy@example.com')
    for (const path of [issue, ...assets]) {
      const { headers } = await browser.send('GET', path)
      const policy = (headers.get('content-security-policy') ?? '').split('; ')
      expect(policy, path).to.include.members([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ])
      expect(policy.join()).not.to.match(/unsafe|\*|https?:/)
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('referrer-policy')).to.equal('no-referrer')
    }
  })

  it('assets are revalidated by their ETag, and not sent again while they are the same', async () => {
    for (const path of assets) {
      const first = await get(path)
      expect(first.status, path).to.equal(200)
      expect(first.headers.get('cache-control')).to.equal('no-cache')
      const etag = first.headers.get('etag') ?? ''
      expect(etag).to.match(/^"[\w-]{27}"$/)
      // Not by fetch, which asks for a new one with every condition.
      const ask = (known: string) => sendRaw(served.url, path, { headers: { 'if-none-match': known } })
      expect(await ask(etag)).to.deep.include({ status: 304, body: '' })
      expect((await ask('"other"')).status).to.equal(200)
    }
  })

  it('every file of the pages is served, and nothing else', () => {
    expect(readdirSync(directory).sort()).to.deep.equal([...pageAssetNames, 'page.html'].sort())
  })

  it('no address leads out of the pages', async () => {
    for (const path of [
      '/pages/',
      '/pages/page.html',
      '/pages/../package.json',
      '/pages/..%2fpackage.json',
      '/pages/%2e%2e/package.json',
      '/pages/....//package.json',
      '/pages//etc/passwd',
      '/pages/main.js%00.css',
    ]) {
      const { status, body } = await sendRaw(served.url, path)
      expect(status, path).to.be.oneOf([400, 404])
      expect(body).not.to.contain('@signalbox')
    }
  })

  it('nothing in them comes from elsewhere, is inline, or makes markup of texts', () => {
    for (const name of readdirSync(directory)) {
      const text = readFileSync(new URL(name, directory), 'utf8')
      const own = text.replaceAll('http://www.w3.org/2000/svg', '')
      expect(own, name).not.to.match(/https?:|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/)
      if (name.endsWith('.html')) expect(text).not.to.match(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/)
    }
  })

  it('other methods are refused as the API refuses them', async () => {
    expect((await served.browser().send('POST', issue, {})).status).to.equal(404)
  })
})
