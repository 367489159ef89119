import { limits, type Problem, type Role } from '@signalbox/contracts'
import { expect } from 'chai'
import { testPassword, type BrowserResponse, type TestBrowser } from '../../../../test/support/test-browser.js'
import { clientId, clientSecret, startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const publicUrl = 'http://signalbox.test'
const startPath = '/api/v1/auth/oidc/start/'
const sessionPath = '/api/v1/auth/session/'

describe('signing in with an identity provider', () => {
  let served: ServedControlPlane
  let provider: IdentityProvider

  before(async () => {
    provider = await startIdentityProvider(`${publicUrl}/api/v1/auth/oidc/callback/`)
    served = await serveControlPlane({
      publicUrl,
      oidc: {
        issuer: provider.issuer,
        clientId,
        clientSecret,
        allowedDomains: ['corp.example'],
        defaultRole: 'member',
      },
    })
  })
  after(async () => {
    await served.close()
    await provider.close()
  })
  beforeEach(async () => {
    served.forgetMembers()
    provider.accounts.clear()
    await served.browser().accept(served.ownerInvitation, 'owner@example.com')
  })

  const start = async (browser: TestBrowser, body: object = {}): Promise<string> => {
    const answer = await browser.send('POST', startPath, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    return (answer.body as { url: string }).url
  }
  /** The complete redirect flow. */
  const signIn = async (browser: TestBrowser, subject: string, body: object = {}): Promise<BrowserResponse> => {
    const back = await provider.visit(await start(browser, body), subject)
    return browser.send('GET', back.pathname + back.search)
  }
  const expectSentTo = ({ status, headers }: BrowserResponse, location: string) => {
    expect(status).to.equal(303)
    expect(headers.get('location')).to.equal(location)
  }
  const expectProblem = (answer: BrowserResponse, browser: TestBrowser, problem: string) => {
    expectSentTo(answer, `${publicUrl}/sign-in?problem=${problem}`)
    expect(browser.cookies.has('signalbox_session')).to.equal(false)
  }
  const invite = async (role: Role, email?: string): Promise<string> => {
    const { body } = await served.call('POST', '/api/v1/organization/invitations/', { role, email: email ?? null })
    return new URL((body as { link: string }).link).hash.slice(1)
  }

  it('sends a new state, nonce and PKCE challenge each time', async () => {
    const first = new URL(await start(served.browser())).searchParams
    const second = new URL(await start(served.browser())).searchParams
    expect(Object.fromEntries(first)).to.include({
      client_id: clientId,
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/api/v1/auth/oidc/callback/`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name)).to.be.a('string').with.length.of.at.least(32)
      expect(first.get(name)).not.to.equal(second.get(name))
    }
  })

  it('admits an invited person, and recognizes them afterwards by their subject', async () => {
    provider.accounts.set('alice', { email: 'Alice@Example.com', email_verified: true, name: 'Alice' })
    const browser = served.browser()
    const token = await invite('admin', 'alice@example.com')
    const answer = await signIn(browser, 'alice', { invitation_token: token, return_to: '/issues?project=1' })
    expectSentTo(answer, `${publicUrl}/issues?project=1`)
    const { body } = await browser.send('GET', sessionPath)
    expect(body).to.deep.include({ email: 'alice@example.com', name: 'Alice', has_password: false })
    expect(body).to.have.nested.property('organization.role', 'admin')
    const [entry] = await served.readAudit('action=finishOidc')
    expect(entry?.actor).to.include({ kind: 'member', name: 'alice@example.com' })
    provider.accounts.set('alice', { email: 'alice@elsewhere.example', email_verified: true })
    const again = served.browser()
    expectSentTo(await signIn(again, 'alice'), `${publicUrl}/`)
    expect((await again.send('GET', sessionPath)).body).to.include({ email: 'alice@example.com' })
    const late = served.browser()
    expectProblem(await signIn(late, 'mallory', { invitation_token: token }), late, 'not-a-member')
  })

  it('links a member by a verified address, and removes a password that someone else may have set', async () => {
    const planted = await served.join('viewer', 'bob@example.com')
    provider.accounts.set('bob', { email: 'bob@example.com', email_verified: true })
    const browser = served.browser()
    await signIn(browser, 'bob')
    expect((await browser.send('GET', sessionPath)).body).to.include({ email: 'bob@example.com', has_password: false })
    expect((await planted.send('GET', sessionPath)).status).to.equal(401)
    const claim = { email: 'bob@example.com', password: testPassword }
    expect((await served.browser().send('POST', '/api/v1/auth/sign-in/', claim)).status).to.equal(401)
  })

  it('lets a person without a password set one soon after signing in, but not later', async () => {
    provider.accounts.set('carol', { email: 'carol@corp.example', email_verified: true })
    const [fresh, stale] = [served.browser(), served.browser()]
    for (const browser of [fresh, stale]) {
      await signIn(browser, 'carol')
      const { body } = await browser.send('GET', sessionPath)
      browser.csrfToken = (body as { csrf_token: string }).csrf_token
    }
    const body = { new_password: testPassword }
    served.time.now += limits.signIn.confirmedMs + 1
    expect((await stale.send('POST', '/api/v1/auth/password/', body)).status).to.equal(403)
    served.time.now -= 1
    expect((await fresh.send('POST', '/api/v1/auth/password/', body)).status).to.equal(200)
    await served.browser().signIn('carol@corp.example')
  })

  it('does not trust an address that the provider has not verified', async () => {
    for (const verified of [false, undefined]) {
      provider.accounts.set('eve', { email: 'owner@example.com', ...(verified === false && { email_verified: false }) })
      const browser = served.browser()
      expectProblem(await signIn(browser, 'eve'), browser, 'not-a-member')
      provider.accounts.set('eve', { email: 'eve@corp.example' })
      expectProblem(await signIn(browser, 'eve'), browser, 'not-a-member')
    }
  })

  it('does not give a known address to someone with only an invitation', async () => {
    provider.accounts.set('eve', { email: 'owner@example.com', email_verified: false })
    const browser = served.browser()
    expectProblem(await signIn(browser, 'eve', { invitation_token: await invite('admin') }), browser, 'not-a-member')
  })

  it('adds a person of an allowed domain to the first organization with the default role', async () => {
    provider.accounts.set('dave', { email: 'Dave@Corp.Example', email_verified: true })
    const browser = served.browser()
    await signIn(browser, 'dave')
    const { body } = await browser.send('GET', sessionPath)
    expect(body).to.have.nested.property('organization.name', 'Default')
    expect(body).to.have.nested.property('organization.role', 'member')
    const { body: foreign } = await served.call('GET', '/api/v1/organization/members/', undefined, foreignKey)
    expect(foreign).to.deep.equal({ members: [] })
  })

  for (const email of ['x@notcorp.example', 'x@corp.example.evil', 'corp.example@evil.example', 'x@sub.corp.example']) {
    it(`does not treat ${email} as an address of an allowed domain`, async () => {
      provider.accounts.set('stranger', { email, email_verified: true })
      const browser = served.browser()
      expectProblem(await signIn(browser, 'stranger'), browser, 'not-a-member')
    })
  }

  it('rejects a callback in another browser, twice, too late, or with another state', async () => {
    provider.accounts.set('alice', { email: 'alice@corp.example', email_verified: true })
    const browser = served.browser()
    const back = await provider.visit(await start(browser), 'alice')
    const other = served.browser()
    expectProblem(await other.send('GET', back.pathname + back.search), other, 'sign-in-expired')
    await start(other)
    expectProblem(await other.send('GET', back.pathname + back.search), other, 'provider-refused')
    const sealed = browser.cookies.get('signalbox_oidc') ?? ''
    expectSentTo(await browser.send('GET', back.pathname + back.search), `${publicUrl}/`)
    const replayed = served.browser()
    replayed.cookies.set('signalbox_oidc', sealed)
    expectProblem(await replayed.send('GET', back.pathname + back.search), replayed, 'provider-refused')
    const late = served.browser()
    const lateBack = await provider.visit(await start(late), 'alice')
    served.time.now += limits.signIn.providerMs
    expectProblem(await late.send('GET', lateBack.pathname + lateBack.search), late, 'sign-in-expired')
  })

  it('rejects a modified cookie', async () => {
    const browser = served.browser()
    const back = await provider.visit(await start(browser), 'alice')
    const sealed = browser.cookies.get('signalbox_oidc') ?? ''
    browser.cookies.set('signalbox_oidc', `${sealed.slice(0, -2)}AA`)
    expectProblem(await browser.send('GET', back.pathname + back.search), browser, 'sign-in-expired')
    for (const cookie of ['', 'x', 'x'.repeat(5_000)]) {
      browser.cookies.set('signalbox_oidc', cookie)
      expectProblem(await browser.send('GET', back.pathname + back.search), browser, 'sign-in-expired')
    }
  })

  it('shows the page an error if the provider denies access', async () => {
    const browser = served.browser()
    const state = new URL(await start(browser)).searchParams.get('state') ?? ''
    const path = `/api/v1/auth/oidc/callback/?error=access_denied&state=${state}&iss=${provider.issuer}`
    expectProblem(await browser.send('GET', path), browser, 'provider-refused')
  })

  for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'issues', '/a b', '/\tb']) {
    it(`never redirects elsewhere: return_to ${JSON.stringify(returnTo)} gets 400`, async () => {
      const { status, body } = await served.browser().send('POST', startPath, { return_to: returnTo })
      expect(status).to.equal(400)
      expect(((body as Problem).errors ?? []).map(({ name }) => name)).to.include('/return_to')
    })
  }

  it('reports that the provider is unreachable, and retries the next time', async () => {
    const gone = await startIdentityProvider(`${publicUrl}/api/v1/auth/oidc/callback/`)
    await gone.close()
    const lonely = await serveControlPlane({
      publicUrl,
      oidc: { issuer: gone.issuer, clientId, clientSecret, allowedDomains: [], defaultRole: 'viewer' },
    })
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await lonely.browser().send('POST', startPath, {})
      expect(status).to.equal(503)
      expect(headers.get('retry-after')).to.equal('10')
    }
    await lonely.close()
  })
})
