import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { startSlack, type SlackStandIn } from '../../../../../test/support/slack-stand-in.js'
import { mergeIssues } from '../../../src/issues/merge-issues.js'
import { unmergeIssue } from '../../../src/issues/unmerge-issue.js'
import { Crash, crashAtRandom, type CrashPlan } from '../../support/crashing-store.js'
import { NoticeWorld } from '../../support/notice-world.js'
import { fingerprint } from '../../support/test-control-plane.js'

/** More store calls than the complete path makes. */
const callsMax = 500

describe('the path from a sighting to a message', () => {
  let world: NoticeWorld
  let slack: SlackStandIn

  before(async () => {
    world = new NoticeWorld()
    slack = await startSlack()
  })
  after(async () => {
    world.close()
    await slack.close()
  })
  beforeEach(() => {
    slack.delivered.length = 0
    world.projectId = world.createProject()
    world.createChannel({ kind: 'slack', webhook_url: slack.webhookUrl })
  })

  /** The complete path in a process that ends at a given store call. @returns whether it reached the end. */
  const runUntilCrash = async (plan: CrashPlan): Promise<boolean> => {
    const store = crashAtRandom(world.store, plan)
    const outbox = world.createOutbox(store)
    try {
      await world.record([world.sighting(1)], store)
      for (const pauseMs of [0, 3_000, 3_000]) {
        world.now += pauseMs
        outbox.tick()
        await outbox.settled()
      }
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
    return (plan.callsLeft ?? 0) > 0
  }

  it('ends with one message, wherever the process stops: none is lost, and a second one is marked as such', async () => {
    let duplicates = 0
    for (let callsLeft = 1; callsLeft <= callsMax; callsLeft += 1) {
      world.projectId = world.createProject()
      world.createChannel({ kind: 'slack', webhook_url: slack.webhookUrl })
      slack.delivered.length = 0
      // The previous process's lease has expired.
      world.now += 20_000
      const isComplete = await runUntilCrash({ callsLeft })
      world.restart()
      // Unconfirmed records are reported again.
      await world.record([world.sighting(1)])
      await world.advance(20_000, 2_000)
      const notices = world.notices()
      expect(
        notices.map(({ state }) => state),
        `at call ${callsLeft}`,
      ).to.deep.equal(['sent'])
      const times = slack.delivered.length
      const isKnown = notices[0]?.possible_duplicate === 1
      expect(times, `at call ${callsLeft}`).to.be.within(1, isKnown ? 2 : 1)
      if (times === 2) duplicates += 1
      if (isComplete) {
        expect(times).to.equal(1)
        expect(duplicates, 'the window between sending and noting it').to.be.within(1, 12)
        return
      }
    }
    throw new Error('the path has no end')
  })

  it('announces nothing again after restarts, redeliveries, merges and unmerges', async () => {
    const sightings = [1, 2].map((number) => world.sighting(number))
    await world.record(sightings)
    await world.advance(20_000, 2_000)
    expect(slack.delivered).to.have.length(2)
    const [target, source] = world.issues()
    if (!target || !source) throw new Error('the issues are missing')
    const { organizationId } = world
    const actor = { kind: 'member' as const, id: 'm', name: 'ann@example.com' }
    const change = { organizationId, issueId: target.id, actor, now: world.now }
    mergeIssues(world.store, { ...change, issueIds: [source.id] })
    await world.record(sightings)
    unmergeIssue(world.store, { ...change, fingerprints: [fingerprint(2)] })
    await world.record(sightings)
    mergeIssues(world.store, { ...change, issueIds: [source.id] })
    unmergeIssue(world.store, { ...change, fingerprints: [fingerprint(1)] })
    world.restart()
    await world.record([...sightings, world.sighting(3, { previousFingerprint: fingerprint(1) })])
    await world.advance(120_000, 2_000)
    expect(slack.delivered).to.have.length(2)
    expect(world.notices()).to.have.length(2)
  })

  it('turns 1 000 new fingerprints into issues within a minute, and one digest', async () => {
    const queryTelemetry = world.queryTelemetry
    world.queryTelemetry = (_organizationId, contract, { issue_id }: { issue_id?: readonly string[] }) => {
      expect(contract.id).to.equal('queryIssueCounts')
      const issues = (issue_id ?? []).map((id, index) => ({ issue_id: id, events: index + 1, users: 1 }))
      return Promise.resolve({ issues }) as never
    }
    for (let batch = 0; batch < 10; batch += 1) {
      const sightings = Array.from({ length: 100 }, (_, index) => world.sighting(batch * 100 + index))
      await world.record(sightings)
      await world.advance(5_000)
    }
    await world.advance(120_000, 1_000)
    world.queryTelemetry = queryTelemetry
    expect(slack.delivered.map(({ body }) => body['text'])).to.deep.equal(['1000 new issues in shop'])
    expect(world.notices().map(({ state }) => state)).to.deep.equal(Array.from({ length: 1_000 }, () => 'sent'))
    expect(JSON.stringify(slack.delivered[0]?.body['blocks'])).to.include(
      `(${limits.issue.countedAtOnceMax} events, 1 user)`,
    )
  })

  it('lists a regressed issue in the digest that a storm delays it into', async () => {
    await world.record([world.sighting(1)])
    await world.advance(5_000)
    const [issue] = world.issues()
    if (!issue) throw new Error('there is no issue')
    await world.record(Array.from({ length: 100 }, (_, index) => world.sighting(index + 2)))
    world.regress(issue)
    await world.advance(120_000, 1_000)
    expect(slack.delivered.map(({ body }) => body['text'])).to.deep.equal([
      'New issue in shop: Error 1',
      '1 regressed issue, 100 new issues in shop',
    ])
    expect(JSON.stringify(slack.delivered[1]?.body['blocks'])).to.include('Issue regressed: Error 1')
  })
})
