import { createId, dayMs, queryIssueRanking } from '@signalbox/contracts'
import { expect } from 'chai'
import { createListWarmer } from '../../../src/issues/list/warm-lists.js'
import { IssueWorld } from '../../support/issue-world.js'
import { ScriptedTelemetry } from '../../support/scripted-telemetry.js'

describe('issue lists that are read in advance', () => {
  let world: IssueWorld
  let telemetry: ScriptedTelemetry
  let asked: string[]

  beforeEach(() => {
    world = new IssueWorld()
    telemetry = new ScriptedTelemetry()
    asked = []
  })
  afterEach(() => {
    world.close()
  })

  const open = () =>
    createListWarmer({
      store: world.store,
      clock: () => world.now,
      queryTelemetry: (organizationId, contract, query) => {
        if (contract.id === queryIssueRanking.id) asked.push(organizationId)
        return telemetry.queryTelemetry(organizationId, contract, query)
      },
    })
  /** A member of a new organization with a browser session. */
  const signIn = (organizationId: string, lastUsedAt: number) => {
    const { store, now } = world
    const [userId, memberId] = [createId(now), createId(now)]
    store.organizations.insert({ id: organizationId, name: organizationId, created_at: now })
    store.users.insert({ id: userId, email: `${organizationId}@example.com`, name: 'Ann', created_at: now })
    store.members.insert({
      id: memberId,
      organization_id: organizationId,
      user_id: userId,
      role: 'member',
      created_at: now,
    })
    store.browserSessions.insert({
      id: createId(now),
      secret_hash: organizationId,
      member_id: memberId,
      signed_in_at: lastUsedAt,
      last_used_at: lastUsedAt,
      expires_at: now + 30 * dayMs,
      address: '',
      user_agent: '',
      confirmed_at: lastUsedAt,
    })
  }

  it('are those of organizations whose members were active lately, the latest first', async () => {
    signIn('earlier', world.now - dayMs)
    signIn('latest', world.now)
    signIn('inactive', world.now - 8 * dayMs)
    await open()()
    expect([...new Set(asked)]).to.deep.equal(['latest', 'earlier'])
  })

  it('are read twice in each order that ranks events, because sums are remembered from the second time', async () => {
    signIn('active', world.now)
    const warm = open()
    expect(await warm()).to.equal(Date.UTC(2026, 0, 6))
    const rankings = asked.length
    expect(rankings, 'by last seen within several ranges, events, users and trend').to.be.at.least(8)
    world.now = Date.UTC(2026, 0, 6) - 1
    await warm()
    expect(asked, 'the same days').to.have.length(rankings)
    world.now += 1
    expect(await warm(), 'yesterday is settled six hours after its end').to.equal(Date.UTC(2026, 0, 6, 6))
    expect(asked, 'one more day is settled').to.have.length(2 * rankings)
    world.now = Date.UTC(2026, 0, 6, 6)
    expect(await warm()).to.equal(Date.UTC(2026, 0, 7))
    expect(asked, 'yesterday is settled').to.have.length(3 * rankings)
  })
})
