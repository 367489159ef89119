import { apiScopes, roles, roleScopes, servedRoutes, type ApiScope, type RouteContract } from '@signalbox/contracts'
import { expect } from 'chai'
import { addOrganizationKey } from '../support/add-organization.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { TestBrowser } from '../support/test-browser.js'

/**
 * Access matrix: every combination of caller and route. The routes come from the contracts, so new ones are included
 * automatically, and the expectation follows from the contract's scope. Permitted callers get an error about their
 * input, which refers to nothing and cannot be stored.
 */

const unknownId = '0192f3a0-0000-7000-8000-000000000001'

/** A caller. */
interface Caller {
  name: string
  kind: 'nobody' | 'key' | 'person'
  scopes: ReadonlySet<ApiScope>
  send(route: RouteContract): Promise<number>
}

type Expectation = 401 | 403 | 'let in'

function expectationOf({ scope, rateLimit }: RouteContract, { kind, scopes }: Caller): Expectation {
  if (scope === 'public') return 'let in'
  // Telemetry is sent by programs.
  if (kind === 'nobody' || (kind === 'person' && rateLimit === 'ingest')) return 401
  if (scope === 'signed-in') return kind === 'person' ? 'let in' : 403
  return scopes.has(scope) ? 'let in' : 403
}

function requestOf({ path, method, body }: RouteContract): [method: string, path: string, body: object | undefined] {
  return [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, unknownId), body && {}]
}

const names = [
  'no key',
  'a key that is unknown',
  'a key that expired',
  'a key that was revoked',
  ...apiScopes.map((scope) => `a key for ${scope} alone`),
  'a key for everything',
  ...roles.map((role) => `a person who is ${role}`),
]

describe('every route', () => {
  let signalbox: InProcessSignalbox
  const callers = new Map<string, Caller>()

  before(async () => {
    signalbox = await startInProcess()
    for (const caller of [...(await createKeys(signalbox)), ...(await createPeople(signalbox))]) {
      callers.set(caller.name, caller)
    }
    expect([...callers.keys()]).to.have.members(names)
  })
  after(() => signalbox.close())

  for (const name of names) {
    it(`enforces the scope of ${name}`, async () => {
      const caller = callers.get(name)
      if (!caller) throw new Error(`nobody is ${name}`)
      for (const route of servedRoutes) {
        const status = await caller.send(route)
        const isRefused = status === 401 || status === 403 || status >= 500
        expect(isRefused ? status : 'let in', `${route.id} answered ${status}`).to.equal(expectationOf(route, caller))
      }
    })
  }
})

async function createKeys(signalbox: InProcessSignalbox): Promise<Caller[]> {
  const path = '/api/v1/organization/api-keys/'
  const create = async (scopes: readonly ApiScope[]) => {
    const { body } = await signalbox.call('POST', path, { name: 'matrix', scopes })
    return body as { id: string; key: string }
  }
  const browser = new TestBrowser(signalbox.url)
  const sendWith = (key: string | undefined) => async (route: RouteContract) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    return (await browser.send(...requestOf(route), headers)).status
  }
  const nobody = (name: string, key?: string): Caller => ({
    name,
    kind: 'nobody',
    scopes: new Set(),
    send: sendWith(key),
  })
  const holder = (name: string, scopes: readonly ApiScope[], key: string): Caller => ({
    name,
    kind: 'key',
    scopes: new Set(scopes),
    send: sendWith(key),
  })
  const revoked = await create(apiScopes)
  await signalbox.call('DELETE', `${path}${revoked.id}/`)
  addOrganizationKey(signalbox.controlPlaneDirectory, {
    organizationId: signalbox.organizationId,
    secret: 'key-that-expired',
    expiresAt: 2,
  })
  const narrow = apiScopes.map(async (scope) =>
    holder(`a key for ${scope} alone`, [scope], (await create([scope])).key),
  )
  return [
    nobody('no key'),
    nobody('a key that is unknown', 'key-that-nobody-made'),
    nobody('a key that expired', 'key-that-expired'),
    nobody('a key that was revoked', revoked.key),
    ...(await Promise.all(narrow)),
    holder('a key for everything', apiScopes, signalbox.apiKey),
  ]
}

function createPeople(signalbox: InProcessSignalbox): Promise<Caller[]> {
  const people = roles.map(async (role): Promise<Caller> => {
    const { body } = await signalbox.call('POST', '/api/v1/organization/invitations/', { role })
    const browser = new TestBrowser(signalbox.url)
    const email = `${role}@example.com`
    await browser.accept((body as { link: string }).link, email)
    return {
      name: `a person who is ${role}`,
      kind: 'person',
      scopes: new Set(roleScopes[role]),
      send: async (route) => {
        const { status } = await browser.send(...requestOf(route))
        if (route.id === 'signOut') await browser.signIn(email)
        return status
      },
    }
  })
  return Promise.all(people)
}
