import {
  limits,
  roles,
  type ApiKey,
  type BrowserSession,
  type Invitation,
  type Member,
  type Problem,
  type Role,
} from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { join } from 'node:path'
import { testPassword, type BrowserResponse, type TestBrowser } from '../../../../../test/support/test-browser.js'
import { foreignKey, serveControlPlane, type ServedControlPlane } from '../../support/served-control-plane.js'
import { insertMany } from '../../support/use-database.js'

const membersPath = '/api/v1/organization/members/'
const invitationsPath = '/api/v1/organization/invitations/'
const keysPath = '/api/v1/organization/api-keys/'
const acceptPath = '/api/v1/auth/invitations/accept/'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

const faultsOf = ({ body }: BrowserResponse) => ((body as Problem).errors ?? []).map(({ name }) => name)

describe('members', () => {
  let served: ServedControlPlane
  let owner: TestBrowser
  let ownerId: string

  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())
  beforeEach(async () => {
    served.forgetMembers()
    owner = served.browser()
    ownerId = (await owner.accept(served.ownerInvitation, 'owner@example.com')).member_id
  })

  const listMembers = async (key?: string) => {
    const { body } = await served.call('GET', membersPath, undefined, key)
    return (body as { members: Member[] }).members
  }
  const listInvitations = async () => {
    const { body } = await served.call('GET', invitationsPath)
    return (body as { invitations: Invitation[] }).invitations
  }
  const invite = async (body: object) => {
    const answer = await served.call('POST', invitationsPath, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body as Invitation & { link: string }
  }
  const accept = (link: string, email: string, password = testPassword) =>
    served.browser().send('POST', acceptPath, { token: new URL(link).hash.slice(1), email, password })
  const memberIdOf = async (browser: TestBrowser) =>
    ((await browser.send('GET', '/api/v1/auth/session/')).body as BrowserSession).member_id

  it('are listed oldest first, without those of other organizations', async () => {
    served.time.now += 1
    await served.join('viewer', 'viewer@example.com')
    await served.join('owner', 'foreign@example.com', foreignKey)
    expect((await listMembers()).map(({ email, role }) => `${email} ${role}`)).to.deep.equal([
      'owner@example.com owner',
      'viewer@example.com viewer',
    ])
    expect((await listMembers(foreignKey)).map(({ email }) => email)).to.deep.equal(['foreign@example.com'])
  })

  it('have the permissions of their new role from the next request on', async () => {
    const browser = await served.join('viewer', 'viewer@example.com')
    const create = () => browser.send('POST', '/api/v1/telemetry/projects/', { name: 'shop' })
    expect((await create()).status).to.equal(403)
    const path = `${membersPath}${await memberIdOf(browser)}/`
    expect((await owner.send('PATCH', path, { role: 'admin' })).body).to.include({ role: 'admin' })
    expect((await create()).status).to.equal(201)
    await owner.send('PATCH', path, { role: 'viewer' })
    expect((await create()).status).to.equal(403)
  })

  it('lose their sessions when removed, and are deleted if they belong to no other organization', async () => {
    const browser = await served.join('viewer', 'viewer@example.com')
    const id = await memberIdOf(browser)
    expect((await owner.send('DELETE', `${membersPath}${id}/`)).status).to.equal(204)
    expect((await browser.send('GET', '/api/v1/organization/')).status).to.equal(401)
    const database = new Sqlite(join(served.directory, 'control-plane.db'), { readonly: true })
    const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['users', 'passwords', 'members'].map(count)).to.deep.equal([1, 1, 1])
    database.close()
    // The procedure for a forgotten password: removed, invited again, a new one.
    await accept((await invite({ role: 'viewer' })).link, 'viewer@example.com', 'a new long password')
    expect(await listMembers()).to.have.length(2)
  })

  it('remain in their other organizations', async () => {
    const browser = await served.join('viewer', 'both@example.com')
    const id = await memberIdOf(browser)
    await served.join('admin', 'both@example.com', foreignKey)
    await owner.send('DELETE', `${membersPath}${id}/`)
    expect((await served.browser().signIn('both@example.com')).organizations).to.have.length(1)
  })

  it('always include an owner: the last one can be neither removed nor demoted', async () => {
    const path = `${membersPath}${ownerId}/`
    expect((await owner.send('DELETE', path)).status).to.equal(409)
    for (const role of ['admin', 'member', 'viewer']) {
      expect((await served.call('PATCH', path, { role })).status).to.equal(409)
    }
    expect((await owner.send('PATCH', path, { role: 'owner' })).status).to.equal(200)
    await served.join('owner', 'second@example.com')
    expect((await owner.send('PATCH', path, { role: 'viewer' })).status).to.equal(200)
    expect((await listMembers()).filter(({ role }) => role === 'owner')).to.have.length(1)
  })

  it('always include an owner, even when two owners demote each other concurrently', async () => {
    const second = await served.join('owner', 'second@example.com')
    const secondId = await memberIdOf(second)
    const answers = await Promise.all([
      owner.send('PATCH', `${membersPath}${secondId}/`, { role: 'viewer' }),
      second.send('PATCH', `${membersPath}${ownerId}/`, { role: 'viewer' }),
    ])
    expect(answers.map(({ status }) => status)).to.include(200)
    expect((await listMembers()).filter(({ role }) => role === 'owner')).to.have.length(1)
  })

  /** Who can grant or revoke a role: members with all of its scopes, if they may change members at all. */
  const givers: Readonly<Record<Role, readonly Role[]>> = {
    owner: roles,
    admin: ['admin', 'member', 'viewer'],
    member: [],
    viewer: [],
  }
  for (const giver of roles) {
    it(`with the role ${giver} grant and revoke ${givers[giver].length === 0 ? 'no role' : `only the roles ${givers[giver].join(', ')}`}`, async () => {
      const browser = await served.join(giver, `${giver}-giver@example.com`)
      for (const role of roles) {
        const isAllowed = givers[giver].includes(role)
        const invited = await browser.send('POST', invitationsPath, { role })
        expect(invited.status, `invite ${role}`).to.equal(isAllowed ? 201 : 403)
        const id = await memberIdOf(await served.join('viewer', `${giver}-makes-${role}@example.com`))
        const given = await browser.send('PATCH', `${membersPath}${id}/`, { role })
        expect(given.status, `give ${role}`).to.equal(isAllowed ? 200 : 403)
        await served.call('PATCH', `${membersPath}${id}/`, { role })
        const taken = await browser.send('DELETE', `${membersPath}${id}/`)
        expect(taken.status, `take ${role}`).to.equal(isAllowed ? 204 : 403)
        const waiting = await invite({ role })
        const revoked = await browser.send('DELETE', `${invitationsPath}${waiting.id}/`)
        expect(revoked.status, `revoke ${role}`).to.equal(isAllowed ? 204 : 403)
      }
    })
  }

  it('cannot be created by an API key that lacks their permissions', async () => {
    const { body } = await served.call('POST', keysPath, { name: 'narrow', scopes: ['members:write', 'members:read'] })
    const { key } = body as { key: string }
    expect((await served.call('POST', invitationsPath, { role: 'viewer' }, key)).status).to.equal(403)
    expect((await served.call('DELETE', `${membersPath}${ownerId}/`, undefined, key)).status).to.equal(403)
  })

  it('create API keys with their own permissions', async () => {
    const admin = await served.join('admin', 'admin@example.com')
    const all = await admin.send('POST', keysPath, { name: 'mine' })
    expect((all.body as ApiKey).scopes).not.to.include('organization:write')
    expect((await admin.send('POST', keysPath, { name: 'x', scopes: ['organization:write'] })).status).to.equal(403)
  })

  describe('invitations', () => {
    it('are listed without their link until they are accepted, revoked or expired', async () => {
      const [kept, revoked, accepted] = [
        await invite({ role: 'viewer' }),
        await invite({ role: 'admin' }),
        await invite({ role: 'member', email: 'New@Example.com' }),
      ]
      expect(accepted.email).to.equal('new@example.com')
      expect(await listInvitations()).to.have.length(3)
      expect(JSON.stringify(await listInvitations())).not.to.contain(new URL(kept.link).hash.slice(1))
      expect((await served.call('DELETE', `${invitationsPath}${revoked.id}/`)).status).to.equal(204)
      expect((await accept(accepted.link, 'new@example.com')).status).to.equal(201)
      expect((await listInvitations()).map(({ id }) => id)).to.deep.equal([kept.id])
      for (const { link } of [revoked, accepted]) expect((await accept(link, 'late@example.com')).status).to.equal(404)
      served.time.now += limits.organization.invitationDays * 86_400_000
      expect(await listInvitations()).to.deep.equal([])
      expect((await accept(kept.link, 'late@example.com')).status).to.equal(404)
      expect((await served.call('DELETE', `${invitationsPath}${kept.id}/`)).status).to.equal(404)
    })

    it('work once, even for two concurrent requests', async () => {
      const { link } = await invite({ role: 'viewer' })
      const answers = await Promise.all([accept(link, 'first@example.com'), accept(link, 'second@example.com')])
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 404])
      expect(await listMembers()).to.have.length(2)
    })

    it('for one address are invalid for others', async () => {
      const { link } = await invite({ role: 'viewer', email: 'invited@example.com' })
      expect((await accept(link, 'other@example.com')).status).to.equal(404)
      expect((await accept(link, 'INVITED@example.com')).status).to.equal(201)
    })

    it('require the password of an existing user, and do not change it', async () => {
      await served.join('viewer', 'both@example.com', foreignKey)
      const { link } = await invite({ role: 'viewer' })
      expect((await accept(link, 'both@example.com', 'somebody else says so')).status).to.equal(401)
      expect((await accept(link, 'both@example.com')).status).to.equal(201)
      expect((await served.browser().signIn('both@example.com')).organizations).to.have.length(2)
    })

    it('are rejected with 409 for existing members, and remain', async () => {
      const { link } = await invite({ role: 'viewer' })
      expect((await accept(link, 'owner@example.com')).status).to.equal(409)
      expect(await listInvitations()).to.have.length(1)
      expect(
        (await served.call('POST', invitationsPath, { role: 'viewer', email: 'Owner@example.com' })).status,
      ).to.equal(409)
    })

    it('are limited to 200', async () => {
      const { id } = await invite({ role: 'viewer' })
      insertMany(
        served.directory,
        limits.capacity.invitations.max - 1,
        `INSERT INTO invitations SELECT 'id ' || n, organization_id, email, role, n, created_at, expires_at
         FROM invitations, numbers WHERE id = @id`,
        { id },
      )
      expect((await served.call('POST', invitationsPath, { role: 'viewer' })).status).to.equal(409)
    })

    it('lead to a page, with the token in the fragment', async () => {
      const { link, expires_at: expiresAt } = await invite({ role: 'viewer' })
      expect(link).to.match(/^http:\/\/signalbox\.test\/accept-invitation#[\w-]{43}$/)
      expect(Date.parse(expiresAt) - served.time.now).to.equal(7 * 86_400_000)
    })

    it('for the first owner can be created only while there are no members', () => {
      expect(served.controlPlane.bootstrap().ownerInvitation).to.equal(undefined)
    })
  })

  for (const [method, path, body, field] of [
    ['POST', invitationsPath, {}, '/role'],
    ['POST', invitationsPath, { role: 'king' }, '/role'],
    ['POST', invitationsPath, { role: 'viewer', email: 'nobody' }, '/email'],
    ['POST', invitationsPath, { role: 'viewer', email: `${'a'.repeat(250)}@b.cd` }, '/email'],
    ['POST', invitationsPath, { role: 'viewer', admin: true }, '/admin'],
    ['DELETE', `${invitationsPath}1/`, undefined, 'invitation_id'],
    ['PATCH', `${membersPath}1/`, { role: 'viewer' }, 'member_id'],
    ['PATCH', `${membersPath}${unknownId}/`, {}, '/role'],
    ['PATCH', `${membersPath}${unknownId}/`, { role: 'king' }, '/role'],
    ['DELETE', `${membersPath}1/`, undefined, 'member_id'],
    ['POST', acceptPath, { email: 'a@b.cd', password: testPassword }, '/token'],
    ['POST', acceptPath, { token: 'x', password: testPassword }, '/email'],
    ['POST', acceptPath, { token: 'x', email: 'a@b.cd' }, '/password'],
    ['POST', acceptPath, { token: 'x', email: 'a@b.cd', password: 'short' }, '/password'],
    ['POST', acceptPath, { token: 'x', email: 'a@b.cd', password: testPassword, name: ' ' }, '/name'],
    ['POST', acceptPath, { token: 'x'.repeat(129), email: 'a@b.cd', password: testPassword }, '/token'],
    ['PATCH', '/api/v1/organization/', { name: '' }, '/name'],
    ['PATCH', '/api/v1/organization/', { name: 'x'.repeat(201) }, '/name'],
    ['POST', keysPath, { name: 'x', expires_at: 'soon' }, '/expires_at'],
    ['POST', keysPath, { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
  ] as const) {
    it(`answer 400 that names ${field} of ${method} ${path} with ${JSON.stringify(body ?? null).slice(0, 60)}`, async () => {
      const answer = await owner.send(method, path, body)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(400)
      expect(faultsOf(answer)).to.include(field)
    })
  }

  it('change project settings, like API keys', async () => {
    const { body } = await owner.send('POST', '/api/v1/telemetry/projects/', { name: 'shop' })
    const path = `/api/v1/telemetry/projects/${(body as { id: string }).id}/settings/`
    const changed = await owner.send('PATCH', path, { allowed_domains: ['shop.example'] })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    expect(changed.body).to.include({ version: 1 })
  })

  it('rename their organization if they own it', async () => {
    const admin = await served.join('admin', 'admin@example.com')
    expect((await admin.send('PATCH', '/api/v1/organization/', { name: 'Mine' })).status).to.equal(403)
    expect((await owner.send('PATCH', '/api/v1/organization/', { name: 'Shop' })).body).to.include({ name: 'Shop' })
    expect((await admin.send('GET', '/api/v1/organization/')).body).to.include({ name: 'Shop' })
  })

  it('create API keys that expire: rejected from then on, and still listed', async () => {
    const expiresAt = new Date(served.time.now + 60_000).toISOString()
    const { body } = await owner.send('POST', keysPath, { name: 'short', expires_at: expiresAt })
    const { id, key } = body as ApiKey & { key: string }
    served.time.now += 59_999
    expect((await served.call('GET', '/api/v1/organization/', undefined, key)).status).to.equal(200)
    served.time.now += 1
    expect((await served.call('GET', '/api/v1/organization/', undefined, key)).status).to.equal(401)
    const { body: listed } = await owner.send('GET', keysPath)
    const found = (listed as { api_keys: ApiKey[] }).api_keys.find((each) => each.id === id)
    expect(found).to.include({ expires_at: expiresAt, revoked_at: null })
  })

  it('get 503 while another process locks the database, and nothing is partially done', async () => {
    const { link } = await invite({ role: 'viewer' })
    const other = new Sqlite(join(served.directory, 'control-plane.db'))
    other.exec('BEGIN IMMEDIATE')
    const answers = [
      await accept(link, 'new@example.com'),
      await served.call('POST', invitationsPath, { role: 'viewer' }),
    ]
    other.exec('ROLLBACK')
    for (const { status, headers } of answers) {
      expect(status).to.equal(503)
      expect(headers.get('retry-after')).to.equal('5')
      expect(headers.getSetCookie()).to.deep.equal([])
    }
    const count = (table: string) => other.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect(['users', 'passwords', 'members', 'invitations', 'browser_sessions'].map(count)).to.deep.equal([
      1, 1, 1, 1, 1,
    ])
    other.close()
    expect((await accept(link, 'new@example.com')).status).to.equal(201)
  })
})
