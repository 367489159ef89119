import { apiScopes, limits, roleScopes, type ApiKey, type Problem } from '@signalbox/contracts'
import { expect } from 'chai'
import {
  rootKey,
  serveControlPlane,
  type ServedControlPlane,
} from '../../services/control-plane/test/support/served-control-plane.js'

const keysPath = '/api/v1/organization/api-keys/'
const invitationsPath = '/api/v1/organization/invitations/'

type MadeKey = ApiKey & { key: string }

describe('an attacker with an API key that may create keys', () => {
  let served: ServedControlPlane
  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  const make = async (body: object, key = rootKey) => {
    const answer = await served.call('POST', keysPath, { name: 'a key', ...body }, key)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body as MadeKey
  }
  const statusOf = async (method: string, path: string, body?: object, key = rootKey) =>
    (await served.call(method, path, body, key)).status
  const keyRights = ['keys:read', 'keys:write'] as const

  it('cannot raise its limits, directly or through another key', async () => {
    const found = await make({ scopes: keyRights, query_limit_per_minute: 100 })
    const path = `${keysPath}${found.id}/`
    for (const change of [{ query_limit_per_minute: 1_000 }, { query_limit_per_minute: null }]) {
      expect(await statusOf('PATCH', path, change, found.key), JSON.stringify(change)).to.equal(403)
    }
    for (const change of [{ name: 'mine' }, { query_limit_per_minute: 100, ingest_limit_per_minute: null }]) {
      expect(await statusOf('PATCH', path, change, found.key), JSON.stringify(change)).to.equal(200)
    }
    for (const limit of [{}, { query_limit_per_minute: 101 }]) {
      expect(await statusOf('POST', keysPath, { name: 'x', ...limit }, found.key)).to.equal(403)
    }
    const made = await make({ query_limit_per_minute: 100 }, found.key)
    expect(await statusOf('PATCH', `${keysPath}${made.id}/`, { query_limit_per_minute: 101 }, found.key)).to.equal(403)
    expect(await statusOf('PATCH', path, { query_limit_per_minute: 101 })).to.equal(200)
  })

  it('can neither change nor revoke keys with more scopes, and can revoke itself', async () => {
    const found = await make({ scopes: keyRights })
    const larger = await make({ scopes: [...keyRights, 'telemetry:read'] })
    const path = `${keysPath}${larger.id}/`
    expect(await statusOf('PATCH', path, { ingest_limit_per_minute: 1 }, found.key)).to.equal(403)
    expect(await statusOf('DELETE', path, undefined, found.key)).to.equal(403)
    expect(await statusOf('GET', keysPath, undefined, larger.key)).to.equal(200)
    expect(await statusOf('DELETE', `${keysPath}${found.id}/`, undefined, found.key)).to.equal(200)
    expect(await statusOf('GET', keysPath, undefined, found.key)).to.equal(401)
  })

  it('cannot create access that outlives the key', async () => {
    const expiring = await make({ expires_at: new Date(served.time.now + 60_000).toISOString() })
    expect(await statusOf('POST', invitationsPath, { role: 'viewer' }, expiring.key)).to.equal(403)
    const viewer = await served.join('viewer', 'viewer@example.com')
    const { body } = await viewer.send('GET', '/api/v1/auth/session/')
    const path = `/api/v1/organization/members/${(body as { member_id: string }).member_id}/`
    expect(await statusOf('PATCH', path, { role: 'owner' }, expiring.key)).to.equal(403)
  })
})

describe('members who may create keys', () => {
  let served: ServedControlPlane
  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  const make = async (scopes: readonly string[]) => {
    const { id } = (await served.call('POST', keysPath, { name: 'a key', scopes })).body as MadeKey
    return `${keysPath}${id}/`
  }

  it('change and revoke keys with no more scopes than their role; owners all of them', async () => {
    const owner = await served.join('owner', 'owner@example.com')
    const admin = await served.join('admin', 'admin@example.com')
    for (const path of [await make(roleScopes.owner), await make(apiScopes)]) {
      expect((await admin.send('PATCH', path, { name: 'mine' })).status).to.equal(403)
      expect((await admin.send('DELETE', path)).status).to.equal(403)
      expect((await owner.send('DELETE', path)).status).to.equal(200)
    }
    const ofAdmin = await make(roleScopes.admin)
    expect((await admin.send('PATCH', ofAdmin, { query_limit_per_minute: 7 })).status).to.equal(200)
    expect((await admin.send('DELETE', ofAdmin)).status).to.equal(200)
  })

  it('change keys and export session records only soon after reauthenticating', async () => {
    const owner = await served.join('owner', 'late@example.com')
    const path = await make(['keys:read'])
    served.time.now += limits.signIn.confirmedMs + 1
    const unknown = '/api/v1/agent/sessions/0192f3a0-0000-7000-8000-000000000001/record/'
    for (const answer of [await owner.send('PATCH', path, { name: 'x' }), await owner.send('GET', unknown)]) {
      expect((answer.body as Problem).code).to.equal('confirmation-required')
    }
    expect((await owner.send('DELETE', path)).status).to.equal(200)
  })
})
