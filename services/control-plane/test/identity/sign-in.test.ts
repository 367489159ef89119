import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits, type BrowserSession, type Problem } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { testPassword, type BrowserResponse, type TestBrowser } from '../../../../test/support/test-browser.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const signInPath = '/api/v1/auth/sign-in/'
const sessionPath = '/api/v1/auth/session/'
const signOutPath = '/api/v1/auth/sign-out/'
const passwordPath = '/api/v1/auth/password/'

const codeOf = ({ body }: BrowserResponse) => (body as Problem).code
const faultsOf = ({ body }: BrowserResponse) => ((body as Problem).errors ?? []).map(({ name }) => name)

describe('signing in', () => {
  let served: ServedControlPlane

  before(async () => {
    served = await serveControlPlane()
    const owner = served.browser()
    await owner.accept(served.ownerInvitation, 'owner@example.com')
  })
  after(() => served.close())
  beforeEach(() => {
    // Past all attempt windows, so that tests do not affect each other.
    served.time.now += limits.signIn.attemptWindowMs
  })

  const signedIn = async (email = 'owner@example.com'): Promise<TestBrowser> => {
    const browser = served.browser()
    await browser.signIn(email)
    return browser
  }
  const tryPassword = (email: string, password: string) =>
    served.browser().send('POST', signInPath, { email, password })

  it('returns the user, their permissions and their token, and sets one cookie that scripts cannot read', async () => {
    const browser = served.browser()
    const session = await browser.signIn('Owner@EXAMPLE.com')
    expect(session).to.deep.include({ email: 'owner@example.com', name: '', has_password: true })
    expect(session.organization).to.include({ name: 'Default', role: 'owner' })
    expect(session.organizations).to.deep.equal([session.organization])
    expect(session.scopes).to.include.members(['organization:write', 'telemetry:read'])
    expect(browser.received).to.have.length(1)
    expect(browser.received[0]).to.match(
      /^signalbox_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect((await browser.send('GET', sessionPath)).body).to.deep.equal(session)
    expect((await browser.send('GET', '/api/v1/organization/')).status).to.equal(200)
  })

  it('stores neither passwords nor cookies on disk', async () => {
    const browser = await signedIn()
    for (const file of readdirSync(served.directory)) {
      const bytes = readFileSync(join(served.directory, file))
      for (const secret of [testPassword, browser.cookies.get('signalbox_session') ?? 'none', browser.csrfToken]) {
        expect(bytes.includes(secret), `${file} holds ${secret}`).to.equal(false)
      }
    }
  })

  it('rejects unknown addresses and wrong passwords with the same response', async () => {
    const answers = [
      await tryPassword('owner@example.com', 'wrong password'),
      await tryPassword('nobody@example.com', testPassword),
    ]
    for (const answer of answers) {
      expect(answer.status).to.equal(401)
      expect(codeOf(answer)).to.equal('invalid-credentials')
      expect(answer.headers.getSetCookie()).to.deep.equal([])
    }
    const [first, second] = answers.map(({ body }) => ({ ...(body as Problem), request_id: '' }))
    expect(first).to.deep.equal(second)
  })

  it('with wrong passwords is in the audit log of the member, and of nobody else', async () => {
    await tryPassword('owner@example.com', 'wrong password')
    await tryPassword('nobody@example.com', 'wrong password')
    const browser = await signedIn()
    await eventually(async () => {
      const { body } = await browser.send('GET', '/api/v1/organization/audit-log/?action=signIn')
      const { entries } = body as { entries: { outcome: string; code: string | null; actor: { name: string } }[] }
      const refused = entries.filter(({ outcome }) => outcome === 'refused')
      expect(refused[0]).to.deep.include({ outcome: 'refused', code: 'invalid-credentials' })
      expect(new Set(refused.map(({ actor }) => actor.name))).to.deep.equal(new Set(['owner@example.com']))
    })
  })

  for (const [title, body, field] of [
    ['no address', { password: 'x' }, '/email'],
    ['an address without @', { email: 'owner', password: 'x' }, '/email'],
    ['an address that is too long', { email: `${'a'.repeat(250)}@b.cd`, password: 'x' }, '/email'],
    ['no password', { email: 'a@b.cd' }, '/password'],
    ['an empty password', { email: 'a@b.cd', password: '' }, '/password'],
    ['a password that is too long', { email: 'a@b.cd', password: 'x'.repeat(257) }, '/password'],
    ['an organization that is not text', { email: 'a@b.cd', password: 'x', organization_id: 1 }, '/organization_id'],
    ['a field that is unknown', { email: 'a@b.cd', password: 'x', admin: true }, '/admin'],
  ] as const) {
    it(`answers 400 that names ${field} for ${title}`, async () => {
      const answer = await served.browser().send('POST', signInPath, body)
      expect(answer.status).to.equal(400)
      expect(faultsOf(answer)).to.include(field)
    })
  }

  it('gives the browser a new session and ends the previous one', async () => {
    const browser = await signedIn()
    const planted = browser.cookies.get('signalbox_session') ?? ''
    await browser.signIn('owner@example.com')
    expect(browser.cookies.get('signalbox_session')).not.to.equal(planted)
    const thief = served.browser()
    thief.cookies.set('signalbox_session', planted)
    expect((await thief.send('GET', sessionPath)).status).to.equal(401)
  })

  it('ends on sign-out: the cookie is removed and invalid', async () => {
    const browser = await signedIn()
    const kept = browser.cookies.get('signalbox_session') ?? ''
    expect((await browser.send('POST', signOutPath)).status).to.equal(204)
    expect(browser.cookies.size).to.equal(0)
    browser.cookies.set('signalbox_session', kept)
    expect((await browser.send('GET', sessionPath)).status).to.equal(401)
  })

  it('ends a session after a week of inactivity, and every session after 30 days', async () => {
    const idle = await signedIn()
    served.time.now += 1
    const busy = await signedIn()
    const begunAt = served.time.now
    for (let day = 1; day < 30; day += 1) {
      served.time.now = begunAt + day * 86_400_000
      expect((await busy.send('GET', sessionPath)).status, `day ${day}`).to.equal(200)
      // Written by the timer's function, because the test does not wait for the timer.
      const database = new Sqlite(join(served.directory, 'control-plane.db'))
      const save = database.prepare('UPDATE browser_sessions SET last_used_at = ? WHERE signed_in_at = ?')
      save.run(served.time.now, begunAt)
      database.close()
      if (day === 8) expect((await idle.send('GET', sessionPath)).status).to.equal(401)
    }
    served.time.now = begunAt + limits.signIn.sessionMs
    expect((await busy.send('GET', sessionPath)).status).to.equal(401)
  })

  it('keeps the most recently used sessions of a person, up to the limit', async () => {
    const first = await signedIn()
    for (let count = 0; count < limits.signIn.sessionsMax; count += 1) {
      served.time.now += 1
      await signedIn()
    }
    expect((await first.send('GET', sessionPath)).status).to.equal(401)
  })

  describe('with wrong passwords', () => {
    it('is rejected for the account after ten attempts, even with the right one, until the window ends', async () => {
      await served.join('viewer', 'attacked@example.com')
      const watching = await signedIn('attacked@example.com')
      for (let attempt = 0; attempt < limits.signIn.attemptsPerAccount; attempt += 1) {
        expect((await tryPassword('Attacked@example.com', `wrong ${attempt}`)).status).to.equal(401)
      }
      const refused = await tryPassword('attacked@example.com', testPassword)
      expect(refused.status).to.equal(429)
      expect(Number(refused.headers.get('retry-after'))).to.equal(limits.signIn.attemptWindowMs / 1_000)
      expect((await tryPassword('owner@example.com', testPassword)).status).to.equal(200)
      expect((await watching.send('GET', sessionPath)).status).to.equal(200)
      served.time.now += limits.signIn.attemptWindowMs
      expect((await tryPassword('attacked@example.com', testPassword)).status).to.equal(200)
    })

    it('counts concurrent attempts', async () => {
      const passwords = Array.from({ length: 30 }, (_, index) => `wrong ${index}`)
      const answers = await Promise.all(passwords.map((password) => tryPassword('owner@example.com', password)))
      const checked = answers.filter(({ status }) => status === 401)
      expect(checked).to.have.length(limits.signIn.attemptsPerAccount)
      expect(answers.filter(({ status }) => status === 429)).to.have.length(30 - checked.length)
    })

    it('is rejected for the address after fifty attempts on any accounts', async () => {
      for (let attempt = 0; attempt < limits.signIn.attemptsPerAddress; attempt += 1) {
        expect((await tryPassword(`nobody-${attempt}@example.com`, 'wrong')).status).to.equal(401)
      }
      expect((await tryPassword('owner@example.com', testPassword)).status).to.equal(429)
    })

    it('does not count successful ones', async () => {
      for (let attempt = 0; attempt < 2 * limits.signIn.attemptsPerAccount; attempt += 1) await signedIn()
    })
  })

  describe('changing the password', () => {
    const newPassword = 'another long password'

    it('ends all other sessions, gives this browser a new one, and invalidates the old password', async () => {
      await served.join('viewer', 'changer@example.com')
      const [browser, other] = [await signedIn('changer@example.com'), await signedIn('changer@example.com')]
      await browser.enter(passwordPath, { current_password: testPassword, new_password: newPassword })
      expect((await browser.send('GET', sessionPath)).status).to.equal(200)
      expect((await other.send('GET', sessionPath)).status).to.equal(401)
      expect((await tryPassword('changer@example.com', testPassword)).status).to.equal(401)
      expect((await tryPassword('changer@example.com', newPassword)).status).to.equal(200)
    })

    for (const [title, body, field] of [
      ['a wrong current password', { current_password: 'wrong', new_password: newPassword }, '/current_password'],
      ['no current password', { new_password: newPassword }, '/current_password'],
      [
        'a new password that is too short',
        { current_password: testPassword, new_password: 'x'.repeat(11) },
        '/new_password',
      ],
      [
        'a new password that is too long',
        { current_password: testPassword, new_password: 'x'.repeat(257) },
        '/new_password',
      ],
      [
        'a new password that others try first',
        { current_password: testPassword, new_password: 'P@ssw0rd12345' },
        '/new_password',
      ],
      [
        'a new password that repeats itself',
        { current_password: testPassword, new_password: 'passwordpassword' },
        '/new_password',
      ],
      [
        'a new password with the own address',
        { current_password: testPassword, new_password: 'x7 Owner kd92 mQz' },
        '/new_password',
      ],
      ['no new password', { current_password: testPassword }, '/new_password'],
    ] as const) {
      it(`answers 400 that names ${field} for ${title}, and changes nothing`, async () => {
        const browser = await signedIn()
        const answer = await browser.send('POST', passwordPath, body)
        expect(answer.status).to.equal(400)
        expect(faultsOf(answer)).to.include(field)
        expect((await browser.send('GET', sessionPath)).status).to.equal(200)
        await signedIn()
      })
    }
  })

  describe('with several organizations', () => {
    it('signs in to the first or the given one, and switches between them', async () => {
      const browser = await served.join('viewer', 'both@example.com')
      served.time.now += 1
      await served.join('admin', 'both@example.com', foreignKey)
      const home = await browser.signIn('both@example.com')
      expect(home.organization).to.include({ name: 'Default', role: 'viewer' })
      expect(home.organizations.map(({ name, role }) => `${name} ${role}`)).to.deep.equal([
        'Default viewer',
        'Foreign admin',
      ])
      const foreignId = home.organizations[1]?.id
      const before = browser.cookies.get('signalbox_session')
      const away = await browser.enter('/api/v1/auth/organization/', { organization_id: foreignId })
      expect(away.organization).to.include({ name: 'Foreign', role: 'admin' })
      expect(away.expires_at).to.equal(home.expires_at)
      expect(browser.cookies.get('signalbox_session')).not.to.equal(before)
      expect((await browser.send('GET', '/api/v1/organization/')).body).to.include({ name: 'Foreign' })
      const named: BrowserSession = await served
        .browser()
        .signIn('both@example.com', testPassword, { organization_id: foreignId })
      expect(named.organization.name).to.equal('Foreign')
    })

    it('answers 404 for an organization that the person does not belong to', async () => {
      const browser = await signedIn()
      const foreignId = (
        (await served.call('GET', '/api/v1/organization/', undefined, foreignKey)).body as { id: string }
      ).id
      const body = { organization_id: foreignId }
      expect((await browser.send('POST', '/api/v1/auth/organization/', body)).status).to.equal(404)
      const claim = { email: 'owner@example.com', password: testPassword, ...body }
      expect((await served.browser().send('POST', signInPath, claim)).status).to.equal(404)
    })
  })

  it('is for people: API keys get 403, and cookies without a session nothing', async () => {
    expect((await served.call('GET', sessionPath)).status).to.equal(403)
    const stranger = served.browser()
    stranger.cookies.set('signalbox_session', 'made-up')
    expect((await stranger.send('GET', sessionPath)).status).to.equal(401)
    expect((await stranger.send('GET', '/api/v1/organization/')).status).to.equal(401)
  })

  it('lists the sign-in methods', async () => {
    const { body } = await served.browser().send('GET', '/api/v1/auth/methods/')
    expect(body).to.deep.equal({ password: true, oidc: false, passkeys: false, password_reset: false })
    expect((await served.browser().send('POST', '/api/v1/auth/oidc/start/', {})).status).to.equal(404)
  })
})
