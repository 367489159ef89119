import type { BrowserSession, Problem } from '@signalbox/contracts'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  serveControlPlane,
  type ServedControlPlane,
} from '../../services/control-plane/test/support/served-control-plane.js'
import { findFreePorts } from '../support/free-ports.js'
import { type BrowserResponse, type TestBrowser } from '../support/test-browser.js'
import { authenticator, openBrowser } from './web/support/open-browser.js'

const addPath = '/api/v1/auth/passkeys/'
const askPath = '/api/v1/auth/passkey/options/'
const signInPath = '/api/v1/auth/passkey/sign-in/'

const codeOf = ({ body }: BrowserResponse) => (body as Problem).code
const faultsOf = ({ body }: BrowserResponse) => ((body as Problem).errors ?? []).map(({ name }) => name)

/** In the page: passes options to the browser and returns its response as JSON. */
const answerScript = (kind: 'create' | 'get', options: unknown) => {
  const parse = kind === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'
  return `navigator.credentials.${kind}({ publicKey: PublicKeyCredential.${parse}(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())`
}

describe('passkeys in Chromium', () => {
  let served: ServedControlPlane
  let browser: Browser | undefined
  let page: Page
  let devices: CDPSession
  let authenticatorId: string
  let owner: TestBrowser

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    const [port = 0] = await findFreePorts(1)
    served = await serveControlPlane({ port, publicUrl: `http://localhost:${port}` })
    page = await browser.newPage()
    await page.goto(`http://localhost:${port}/api/v1/auth/methods/`)
    devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
  })
  after(async () => {
    await browser?.close()
    await served.close()
  })
  beforeEach(async () => {
    ;({ authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options: authenticator }))
    served.forgetMembers()
    owner = served.browser()
    await owner.accept(served.ownerInvitation, 'owner@example.com')
  })
  afterEach(() => devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))

  const start = async () => (await owner.send('POST', `${addPath}options/`)).body
  const add = async (credential: unknown, name = 'Laptop') => owner.send('POST', addPath, { name, credential })
  const enrol = async () => {
    const answer = await add(await page.evaluate(answerScript('create', await start())))
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return (answer.body as { id: string }).id
  }
  const assert = async () => {
    const { body } = await served.browser().send('POST', askPath)
    return page.evaluate(answerScript('get', body))
  }
  const signIn = (credential: unknown) => served.browser().send('POST', signInPath, { credential })

  it('sign in without an address or password, each response only once', async () => {
    await enrol()
    const assertion = await assert()
    const answer = await signIn(assertion)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    expect((answer.body as BrowserSession).email).to.equal('owner@example.com')
    const again = await signIn(assertion)
    expect(`${again.status} ${codeOf(again)}`).to.equal('401 invalid-passkey')
    const [entry] = await served.readAudit('action=signInWithPasskey')
    expect(entry?.actor.name).to.equal('owner@example.com')
  })

  it('reject responses that are late, for another site or from another key', async () => {
    await enrol()
    const late = await assert()
    served.time.now += limits.signIn.passkeyChallengeMs
    expect(codeOf(await signIn(late))).to.equal('invalid-passkey')
    const forged = (await assert()) as { id: string; response: Record<string, string> }
    const client = JSON.parse(Buffer.from(forged.response['clientDataJSON'] ?? '', 'base64url').toString()) as object
    const elsewhere = Buffer.from(JSON.stringify({ ...client, origin: 'https://evil.example' })).toString('base64url')
    const response = { ...forged.response, clientDataJSON: elsewhere }
    expect(codeOf(await signIn({ ...forged, response }))).to.equal('invalid-passkey')
    expect(codeOf(await signIn({ ...((await assert()) as object), id: 'unknown' }))).to.equal('invalid-passkey')
  })

  it('require a fingerprint or PIN: presence alone is not enough', async () => {
    await enrol()
    const { body } = await served.browser().send('POST', askPath)
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const lazy = { ...(body as object), userVerification: 'discouraged' }
    const answer = await signIn(await page.evaluate(answerScript('get', lazy)))
    expect(codeOf(answer)).to.equal('invalid-passkey')
  })

  it('are added once, by the person who requested it and signed in recently, and renamed and removed by their owner only', async () => {
    const other = await served.join('admin', 'other@example.com')
    const options = await start()
    const credential = await page.evaluate(answerScript('create', options))
    const foreign = await other.send('POST', addPath, { name: 'Stolen', credential })
    expect(faultsOf(foreign)).to.deep.equal(['/credential'])
    expect(faultsOf(await add(credential)), 'its challenge is spent').to.deep.equal(['/credential'])
    const id = await enrol()
    expect((await other.send('DELETE', `${addPath}${id}/`)).status).to.equal(404)
    expect((await other.send('PATCH', `${addPath}${id}/`, { name: 'Mine' })).status).to.equal(404)
    expect(faultsOf(await owner.send('PATCH', `${addPath}${id}/`, { name: ' ' }))).to.deep.equal(['/name'])
    expect((await owner.send('PATCH', `${addPath}${id}/`, { name: 'Telephone' })).status).to.equal(200)
    const { body } = await owner.send('GET', '/api/v1/auth/factors/')
    expect((body as { passkeys: { name: string }[] }).passkeys.map(({ name }) => name)).to.deep.equal(['Telephone'])
    served.time.now += limits.signIn.confirmedMs + 1
    expect(codeOf(await owner.send('DELETE', `${addPath}${id}/`))).to.equal('confirmation-required')
    const assertion = await assert()
    const confirmPath = '/api/v1/auth/session/confirm/'
    expect(faultsOf(await other.send('POST', confirmPath, { passkey: assertion }))).to.deep.equal(['/passkey'])
    await owner.enter(confirmPath, { passkey: await assert() })
    expect((await owner.send('DELETE', `${addPath}${id}/`)).status).to.equal(204)
    expect(codeOf(await signIn(await assert()))).to.equal('invalid-passkey')
  })
})
