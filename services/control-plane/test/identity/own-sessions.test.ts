import { limits, type BrowserSession, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { testPassword, type BrowserResponse, type TestBrowser } from '../../../../test/support/test-browser.js'
import { serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const sessionsPath = '/api/v1/auth/sessions/'
const confirmPath = '/api/v1/auth/session/confirm/'
const keysPath = '/api/v1/organization/api-keys/'

interface Listed {
  id: string
  is_current: boolean
  address: string
  user_agent: string
  last_used_at: string
}

const codeOf = ({ body }: BrowserResponse) => (body as Problem).code
const faultsOf = ({ body }: BrowserResponse) => ((body as Problem).errors ?? []).map(({ name }) => name)

describe("are listed with their origin and the current one marked, without other people's", () => {
  let served: ServedControlPlane
  let owner: TestBrowser

  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())
  beforeEach(async () => {
    served.forgetMembers()
    owner = served.browser()
    await owner.accept(served.ownerInvitation, 'owner@example.com')
  })

  const list = async (browser: TestBrowser) =>
    ((await browser.send('GET', sessionsPath)).body as { sessions: Listed[] }).sessions
  const isSignedIn = async (browser: TestBrowser) => (await browser.send('GET', sessionsPath)).status === 200
  const signedIn = async (agent = 'Test/1.0') => {
    const browser = served.browser()
    const body = { email: 'owner@example.com', password: testPassword }
    const answer = await browser.send('POST', '/api/v1/auth/sign-in/', body, { 'user-agent': agent })
    browser.csrfToken = (answer.body as BrowserSession).csrf_token
    return browser
  }

  it('are listed with their origin and the current one marked, never those of others', async () => {
    await served.join('admin', 'other@example.com')
    served.time.now += 1_000
    const long = 'x'.repeat(limits.signIn.userAgentLengthMax + 1)
    const second = await signedIn(long)
    const sessions = await list(second)
    expect(sessions.map(({ is_current: isCurrent }) => isCurrent)).to.deep.equal([true, false])
    expect(sessions[0]).to.include({ address: '127.0.0.1', user_agent: long.slice(1) })
    expect(sessions[0]?.last_used_at).to.equal(new Date(served.time.now).toISOString())
  })

  it("can be ended singly, all but one, or by a password change; other people's cannot", async () => {
    const other = await served.join('admin', 'other@example.com')
    const [second, third] = [await signedIn(), await signedIn()]
    const idOf = async (browser: TestBrowser) => (await list(browser)).find((each) => each.is_current)?.id ?? ''
    expect((await owner.send('DELETE', `${sessionsPath}${await idOf(other)}/`)).status).to.equal(404)
    expect((await owner.send('DELETE', `${sessionsPath}${await idOf(second)}/`)).status).to.equal(204)
    expect(await isSignedIn(second)).to.equal(false)
    expect((await owner.send('DELETE', sessionsPath)).body).to.deep.equal({ ended: 1 })
    expect(await isSignedIn(third)).to.equal(false)
    const fourth = await signedIn()
    const passwords = { current_password: testPassword, new_password: 'a quite different phrase' }
    expect((await owner.send('POST', '/api/v1/auth/password/', passwords)).status).to.equal(200)
    expect([await isSignedIn(fourth), await isSignedIn(owner), await isSignedIn(other)]).to.deep.equal([
      false,
      true,
      true,
    ])
  })

  it('need a recent sign-in for keys, members, exports and second factors; an API key does not', async () => {
    const { body } = await owner.send('GET', '/api/v1/auth/session/')
    const { confirmed_until: until } = body as BrowserSession
    expect(until).to.equal(new Date(served.time.now + limits.signIn.confirmedMs).toISOString())
    const unknown = '0192f3a0-0000-7000-8000-000000000001'
    const guarded = [
      ['POST', keysPath, { name: 'key' }],
      ['POST', '/api/v1/organization/invitations/', { role: 'viewer' }],
      ['PATCH', `/api/v1/organization/members/${unknown}/`, { role: 'viewer' }],
      ['DELETE', `/api/v1/organization/members/${unknown}/`, undefined],
      ['POST', '/api/v1/auth/totp/', undefined],
      ['DELETE', '/api/v1/auth/totp/', undefined],
      ['POST', '/api/v1/auth/recovery-codes/', undefined],
    ] as const
    served.time.now += limits.signIn.confirmedMs
    expect((await owner.send('POST', keysPath, { name: 'in time' })).status).to.equal(201)
    served.time.now += 1
    for (const [method, path, sent] of guarded) {
      const answer = await owner.send(method, path, sent)
      expect(`${answer.status} ${codeOf(answer)}`, path).to.equal('403 confirmation-required')
    }
    expect((await owner.send('GET', keysPath)).status).to.equal(200)
    expect((await served.call('POST', keysPath, { name: 'by key' })).status).to.equal(201)
  })

  it('are confirmed by the password in every organization, but not by a wrong one', async () => {
    served.time.now += limits.signIn.confirmedMs + 1
    expect(faultsOf(await owner.send('POST', confirmPath, {}))).to.deep.equal(['/password'])
    expect(faultsOf(await owner.send('POST', confirmPath, { password: 'wrong' }))).to.deep.equal(['/password'])
    expect((await owner.send('POST', keysPath, { name: 'too early' })).status).to.equal(403)
    const organizationId = served.organizationId
    await owner.enter('/api/v1/auth/organization/', { organization_id: organizationId })
    expect((await owner.send('POST', keysPath, { name: 'switched' })).status).to.equal(403)
    await owner.enter(confirmPath, { password: testPassword })
    await owner.enter('/api/v1/auth/organization/', { organization_id: organizationId })
    expect((await owner.send('POST', keysPath, { name: 'confirmed' })).status).to.equal(201)
  })

  it('are confirmed by a code alone if there is a second factor', async () => {
    const { secret } = (await owner.send('POST', '/api/v1/auth/totp/')).body as { secret: string }
    const code = () => new TOTP({ secret }).generate({ timestamp: served.time.now })
    expect((await owner.send('POST', '/api/v1/auth/totp/confirm/', { code: code() })).status).to.equal(200)
    served.time.now += limits.signIn.confirmedMs + 1
    expect(faultsOf(await owner.send('POST', confirmPath, { password: testPassword }))).to.deep.equal(['/code'])
    expect(faultsOf(await owner.send('POST', confirmPath, { code: '000000' }))).to.deep.equal(['/code'])
    await owner.enter(confirmPath, { code: code() })
    expect((await owner.send('DELETE', '/api/v1/auth/totp/')).status).to.equal(204)
  })
})
