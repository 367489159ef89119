import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { testPassword, type BrowserResponse, type TestBrowser } from '../../../../../test/support/test-browser.js'
import { serveControlPlane, type ServedControlPlane } from '../../support/served-control-plane.js'

const signInPath = '/api/v1/auth/sign-in/'
const totpPath = '/api/v1/auth/totp/'
const recoveryPath = '/api/v1/auth/recovery-codes/'
const stepMs = 30_000

const codeOf = ({ body }: BrowserResponse) => (body as Problem).code
const faultsOf = ({ body }: BrowserResponse) => ((body as Problem).errors ?? []).map(({ name }) => name)

describe('a second factor', () => {
  let served: ServedControlPlane
  let people = 0

  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  interface Person {
    email: string
    browser: TestBrowser
    secret: string
    recoveryCodes: string[]
    /** The app's current code. */
    code: () => string
  }

  const appCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: served.time.now })

  /** Someone who set up an authenticator app a while ago. */
  const enrolled = async (): Promise<Person> => {
    const email = `person-${(people += 1)}@example.com`
    const browser = await served.join('owner', email)
    const { secret } = (await browser.send('POST', totpPath)).body as { secret: string }
    const answer = await browser.send('POST', `${totpPath}confirm/`, { code: appCode(secret) })
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    served.time.now += 2 * stepMs
    const { recovery_codes: recoveryCodes } = answer.body as { recovery_codes: string[] }
    return { email, browser, secret, recoveryCodes, code: () => appCode(secret) }
  }
  const signIn = (email: string, code?: string) =>
    served.browser().send('POST', signInPath, { email, password: testPassword, ...(code !== undefined && { code }) })

  it('is not required until a code of the app was confirmed', async () => {
    const browser = await served.join('owner', 'beginner@example.com')
    expect((await browser.send('POST', totpPath)).status).to.equal(201)
    const wrong = await browser.send('POST', `${totpPath}confirm/`, { code: '000000' })
    expect(wrong.status).to.equal(400)
    expect(faultsOf(wrong)).to.deep.equal(['/code'])
    expect((await signIn('beginner@example.com')).status).to.equal(200)
  })

  it('is required only after the correct password, and reveals nothing before', async () => {
    const { email, code } = await enrolled()
    const wrongPassword = { email, password: 'wrong password', code: code() }
    expect(codeOf(await served.browser().send('POST', signInPath, wrongPassword))).to.equal('invalid-credentials')
    const without = await signIn(email)
    expect(without.status).to.equal(401)
    expect(codeOf(without)).to.equal('second-factor-required')
    expect(without.headers.getSetCookie()).to.deep.equal([])
    const answer = await signIn(email, code())
    expect(answer.status).to.equal(200)
    expect(answer.body).to.include({ has_second_factor: true })
  })

  it('accepts each code once, including that of the setup, and no earlier one', async () => {
    const { email, code } = await enrolled()
    const earlier = code()
    served.time.now += stepMs
    const current = code()
    expect((await signIn(email, `${current.slice(0, 3)} ${current.slice(3)}`)).status).to.equal(200)
    for (const used of [current, earlier]) expect(codeOf(await signIn(email, used))).to.equal('invalid-code')
    served.time.now += stepMs
    expect((await signIn(email, code())).status).to.equal(200)

    const browser = await served.join('owner', 'at-once@example.com')
    const { secret } = (await browser.send('POST', totpPath)).body as { secret: string }
    await browser.send('POST', `${totpPath}confirm/`, { code: appCode(secret) })
    expect(codeOf(await signIn('at-once@example.com', appCode(secret)))).to.equal('invalid-code')
  })

  it('accepts each recovery code once, however typed, and only the newest ones', async () => {
    const { email, browser, recoveryCodes } = await enrolled()
    expect(new Set(recoveryCodes).size).to.equal(limits.signIn.recoveryCodes)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(email, first.toUpperCase().replaceAll('-', ' '))).status).to.equal(200)
    expect(codeOf(await signIn(email, first))).to.equal('invalid-code')
    expect((await browser.send('GET', '/api/v1/auth/factors/')).body).to.deep.include({
      has_password: true,
      recovery_codes_left: recoveryCodes.length - 1,
    })
    const { recovery_codes: renewed } = (await browser.send('POST', recoveryPath)).body as { recovery_codes: string[] }
    expect(codeOf(await signIn(email, second))).to.equal('invalid-code')
    expect((await signIn(email, renewed[0])).status).to.equal(200)
  })

  it('accepts each code once when several requests send it at the same time', async () => {
    const { email, code, recoveryCodes } = await enrolled()
    for (const sent of [code(), recoveryCodes[0]]) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(email, sent)))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401, 401])
    }
  })

  it('locks codes of a person for a day after too many wrong ones, even correct ones, and leaves the sessions alone', async () => {
    const { email, browser, code } = await enrolled()
    for (let count = 0; count < limits.signIn.codesPerPerson; count += 1) {
      // Past the password windows, which are shorter.
      if (count % 5 === 0) served.time.now += limits.signIn.attemptWindowMs
      expect((await signIn(email, '000000')).status).to.equal(401)
    }
    served.time.now += limits.signIn.attemptWindowMs
    const answer = await signIn(email, code())
    expect(answer.status).to.equal(429)
    expect(Number(answer.headers.get('retry-after'))).to.be.greaterThan(3_600)
    expect((await browser.send('GET', '/api/v1/auth/session/')).status).to.equal(200)
    served.time.now += limits.signIn.codeWindowMs
    expect((await signIn(email, code())).status).to.equal(200)
  })

  it('is required to join another organization too; a wrong one does not use up the invitation', async () => {
    const { email, code } = await enrolled()
    const invited = await served.call(
      'POST',
      '/api/v1/organization/invitations/',
      { role: 'viewer' },
      'foreign-key-of-the-test',
    )
    const token = new URL((invited.body as { link: string }).link).hash.slice(1)
    const accept = (more: object) =>
      served
        .browser()
        .send('POST', '/api/v1/auth/invitations/accept/', { token, email, password: testPassword, ...more })
    expect(codeOf(await accept({}))).to.equal('second-factor-required')
    expect(codeOf(await accept({ code: '000000' }))).to.equal('invalid-code')
    expect((await accept({ code: code() })).status).to.equal(201)
  })

  it('is removed with its recovery codes, and cannot be replaced before', async () => {
    const { email, browser, recoveryCodes } = await enrolled()
    expect((await browser.send('POST', totpPath)).status).to.equal(409)
    expect((await browser.send('POST', `${totpPath}confirm/`, { code: '000000' })).status).to.equal(409)
    expect((await browser.send('DELETE', totpPath)).status).to.equal(204)
    expect((await browser.send('DELETE', totpPath)).status).to.equal(404)
    expect((await browser.send('POST', recoveryPath)).status).to.equal(404)
    expect((await signIn(email)).status).to.equal(200)
    const { secret } = (await browser.send('POST', totpPath)).body as { secret: string }
    expect(faultsOf(await browser.send('POST', `${totpPath}confirm/`, { code: recoveryCodes[0] }))).to.include('/code')
    expect((await browser.send('POST', `${totpPath}confirm/`, { code: appCode(secret) })).status).to.equal(200)
  })

  it('stores neither its secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await enrolled()
    for (const file of readdirSync(served.directory)) {
      const bytes = readFileSync(join(served.directory, file))
      for (const text of [secret, ...recoveryCodes])
        expect(bytes.includes(text), `${file} holds ${text}`).to.equal(false)
    }
  })

  it('has its setup and removal recorded in the audit log', async () => {
    const { email, browser } = await enrolled()
    await browser.send('DELETE', totpPath)
    const entries = await served.readAudit()
    const own = entries.filter(({ actor }) => actor.name === email).map(({ action, outcome }) => `${action} ${outcome}`)
    expect(own).to.include.members(['startTotp done', 'confirmTotp done', 'removeTotp done'])
  })
})
