import type { Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import type { TestBrowser } from '../../../../test/support/test-browser.js'
import { rootKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const path = '/api/v1/telemetry/projects/'
const signInPath = '/api/v1/auth/sign-in/'

describe('cross-site requests from a browser', () => {
  let served: ServedControlPlane
  let browser: TestBrowser

  before(async () => {
    served = await serveControlPlane({ publicUrl: 'https://signalbox.example.com' })
    browser = served.browser()
    await browser.accept(served.ownerInvitation, 'owner@example.com')
  })
  after(() => served.close())

  const countProjects = async () => {
    const { body } = await served.call('GET', path)
    return (body as { projects: unknown[] }).projects.length
  }
  const post = (headers: Readonly<Record<string, string>>) => browser.send('POST', path, { name: 'shop' }, headers)

  it('use a Secure, prefixed cookie with HTTPS, and accept no other', async () => {
    expect(browser.received[0]).to.match(
      /^__Host-signalbox_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const planted = served.browser()
    planted.cookies.set('signalbox_session', browser.cookies.get('__Host-signalbox_session') ?? '')
    expect((await planted.send('GET', '/api/v1/organization/')).status).to.equal(401)
  })

  const forged: readonly (readonly [title: string, headers: Readonly<Record<string, string>>])[] = [
    ['without the token', { 'x-csrf-token': '' }],
    ['with a wrong token', { 'x-csrf-token': 'x'.repeat(43) }],
    ['with a token that is too long', { 'x-csrf-token': 'x'.repeat(500) }],
    ['if the browser says that they come from another site', { 'sec-fetch-site': 'cross-site' }],
    ['if the browser says that they come from a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['if the browser says that they come from no site', { 'sec-fetch-site': 'none' }],
    ['from another origin', { origin: 'https://evil.example.com' }],
    ['from our host without HTTPS', { origin: 'http://signalbox.example.com' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from an origin that is not an address', { origin: 'evil' }],
  ]
  for (const [title, headers] of forged) {
    it(`are rejected ${title}, and change nothing`, async () => {
      const before = await countProjects()
      const { status, body } = await post(headers)
      expect(status).to.equal(403)
      expect((body as Problem).code).to.equal('forged-request')
      expect(await countProjects()).to.equal(before)
    })
  }

  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'https://signalbox.example.com' }, {}]) {
    it(`do not include our own pages' requests: ${JSON.stringify(headers)}`, async () => {
      expect((await post(headers)).status).to.equal(201)
    })
  }

  it('do not include requests from the same origin', async () => {
    expect((await post({ origin: served.url })).status).to.equal(201)
  })

  it("cannot use another session's token", async () => {
    const other = await served.join('admin', 'other@example.com')
    expect((await post({ 'x-csrf-token': other.csrfToken })).status).to.equal(403)
  })

  it('cannot sign anyone in either', async () => {
    const body = { email: 'owner@example.com', password: 'correct horse battery' }
    const stranger = served.browser()
    for (const headers of [{ origin: 'https://evil.example.com' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await stranger.send('POST', signInPath, body, headers)
      expect(answer.status).to.equal(403)
      expect(answer.headers.getSetCookie()).to.deep.equal([])
    }
    expect((await stranger.send('POST', signInPath, body)).status).to.equal(200)
  })

  it('concern cookies only: API keys need neither token nor origin, and take precedence over a cookie', async () => {
    const headers = { authorization: `Bearer ${rootKey}`, origin: 'https://evil.example.com', 'x-csrf-token': '' }
    expect((await post(headers)).status).to.equal(201)
    expect((await post({ authorization: 'Bearer unknown' })).status).to.equal(401)
  })

  it('can read nothing: no response allows another origin', async () => {
    const answer = await browser.send('GET', path, undefined, { origin: 'https://evil.example.com' })
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null)
  })
})
