import { limits, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { eventually } from '../../../../test/support/eventually.js'
import { testPassword, type BrowserResponse } from '../../../../test/support/test-browser.js'
import { resetPassword, UnknownPerson } from '../../src/index.js'
import { startMailReceiver, type MailReceiver } from '../support/mail-receiver.js'
import { serveControlPlane, type ServedControlPlane } from '../support/served-control-plane.js'

const requestPath = '/api/v1/auth/password-reset/'
const finishPath = `${requestPath}finish/`
const newPassword = 'a quite different phrase'

const codeOf = ({ body }: BrowserResponse) => (body as Problem).code

describe('a forgotten password', () => {
  let served: ServedControlPlane
  let mails: MailReceiver
  let people = 0

  before(async () => {
    mails = await startMailReceiver()
    served = await serveControlPlane({ notices: { smtp: { url: mails.url, from: 'signalbox@example.com' } } })
  })
  after(async () => {
    await served.close()
    await mails.close()
  })
  beforeEach(() => {
    served.time.now += limits.signIn.mailWindowMs
    mails.received.length = 0
  })

  const createPerson = async () => {
    const email = `forgetful-${(people += 1)}@example.com`
    return { email, browser: await served.join('owner', email) }
  }
  const request = (email: string) => served.browser().send('POST', requestPath, { email })
  const finish = (token: string, password = newPassword) =>
    served.browser().send('POST', finishPath, { token, new_password: password })
  const signIn = async (email: string, password: string, code?: string) => {
    const body = { email, password, ...(code !== undefined && { code }) }
    return (await served.browser().send('POST', '/api/v1/auth/sign-in/', body)).status
  }
  const listMails = (about: string) =>
    mails.received.map((mail) => mail.replaceAll('=\r\n', '')).filter((mail) => mail.includes(`Subject: ${about}`))
  const listLinks = () => listMails('Reset your Signalbox password')
  /** The link in the newest mail; checks the number of mails. */
  const receiveToken = (count: number) =>
    eventually(() => {
      expect(listLinks()).to.have.length(count)
      const text = listLinks().at(-1) ?? ''
      const token = /http:\/\/signalbox\.test\/reset-password#([\w-]{43})/.exec(text)?.[1]
      expect(token, text).to.be.a('string')
      return token ?? ''
    })

  it("is replaced through a mailed link, once; sessions end, and the organization's audit log records it", async () => {
    const { email, browser } = await createPerson()
    expect((await request(email.toUpperCase())).status).to.equal(204)
    const token = await receiveToken(1)
    expect(listLinks()[0]).to.include(`To: ${email}`)
    expect((await finish(token, email)).status, 'a password that is refused').to.equal(400)
    expect((await browser.send('GET', '/api/v1/auth/session/')).status).to.equal(200)
    const answer = await finish(token)
    expect(answer.status).to.equal(204)
    expect(answer.headers.getSetCookie()).to.deep.equal([])
    expect((await browser.send('GET', '/api/v1/auth/session/')).status).to.equal(401)
    expect([await signIn(email, testPassword), await signIn(email, newPassword)]).to.deep.equal([401, 200])
    expect(codeOf(await finish(token))).to.equal('not-found')
    const [entry] = await served.readAudit('action=resetPassword')
    expect(entry?.actor.name).to.equal(email)
  })

  it('cannot be replaced through a link that is expired, superseded by another, or older than a new password', async () => {
    const { email, browser } = await createPerson()
    await request(email)
    const first = await receiveToken(1)
    await request(email)
    const second = await receiveToken(2)
    expect(codeOf(await finish(first))).to.equal('not-found')
    served.time.now += limits.signIn.passwordResetMs
    expect(codeOf(await finish(second))).to.equal('not-found')
    await request(email)
    const third = await receiveToken(3)
    const change = { current_password: testPassword, new_password: newPassword }
    await browser.enter('/api/v1/auth/password/', change)
    expect(codeOf(await finish(third))).to.equal('not-found')
  })

  it('is followed by a mail about the new one, whoever set it; a second factor and passkeys remain', async () => {
    const { email, browser } = await createPerson()
    const expectTold = (count: number) =>
      eventually(() => {
        const told = listMails('Your Signalbox password was changed').filter((mail) => mail.includes(`To: ${email}`))
        expect(told).to.have.length(count)
      })
    await browser.enter('/api/v1/auth/password/', { current_password: testPassword, new_password: newPassword })
    await expectTold(1)
    await request(email)
    expect((await finish(await receiveToken(1), testPassword)).status).to.equal(204)
    await expectTold(2)
  })

  it('gets the same response for unknown addresses, which get no mail', async () => {
    const { email } = await createPerson()
    const answers = [await request('nobody@example.com'), await request(email)]
    expect(answers.map(({ status, body }) => ({ status, body }))).to.deep.equal([
      { status: 204, body: '' },
      { status: 204, body: '' },
    ])
    await receiveToken(1)
    expect(listLinks()[0]).to.include(`To: ${email}`)
  })

  it('is mailed at most a few times an hour, whether or not the address exists', async () => {
    const { email } = await createPerson()
    for (const address of [email, 'nobody@example.com']) {
      for (let count = 0; count < limits.signIn.mailsPerAccount; count += 1) await request(address)
      const answer = await request(address)
      expect(answer.status).to.equal(429)
      expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 3_600)
    }
    await receiveToken(limits.signIn.mailsPerAccount)
  })

  it('still requires the second factor, until the operator removes it', async () => {
    const { email, browser } = await createPerson()
    const { secret } = (await browser.send('POST', '/api/v1/auth/totp/')).body as { secret: string }
    const code = () => new TOTP({ secret }).generate({ timestamp: served.time.now })
    await browser.send('POST', '/api/v1/auth/totp/confirm/', { code: code() })
    const resetHere = (removeSecondFactor: boolean) => {
      const { directory: dataDirectory, time } = served
      const link = resetPassword({
        dataDirectory,
        email,
        publicUrl: 'http://s.test',
        removeSecondFactor,
        now: time.now,
      })
      return new URL(link).hash.slice(1)
    }
    expect((await finish(resetHere(false))).status).to.equal(204)
    expect(await signIn(email, newPassword)).to.equal(401)
    served.time.now += 60_000
    expect(await signIn(email, newPassword, code())).to.equal(200)
    expect((await finish(resetHere(true), testPassword)).status).to.equal(204)
    expect(await signIn(email, testPassword)).to.equal(200)
  })

  it('cannot be reset by operators for an unknown address', () => {
    const { directory: dataDirectory, time } = served
    const reset = { dataDirectory, publicUrl: 'http://s.test', removeSecondFactor: false, now: time.now }
    expect(() => resetPassword({ ...reset, email: 'nobody@example.com' })).to.throw(UnknownPerson)
  })

  it('sends no mail without a mail server', async () => {
    const silent = await serveControlPlane()
    const { body } = await silent.browser().send('GET', '/api/v1/auth/methods/')
    expect(body).to.include({ password_reset: false })
    expect((await silent.browser().send('POST', requestPath, { email: 'a@example.com' })).status).to.equal(404)
    await silent.close()
  })
})
