import { queryIssueCounts, ServiceError, type IssueCounts } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../../src/telemetry-queries/query-telemetry.js'
import { expect } from 'chai'
import { crashAtRandom, Crash } from '../../support/crashing-store.js'
import { IssueWorld } from '../../support/issue-world.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Returns generated event counts by the route's own rules, in intervals of the matching length. */
class MadeCounts {
  /** Times of events by issue, Unix milliseconds. */
  readonly #events = new Map<string, number[]>()
  asked = 0
  failure: ServiceError | undefined

  add(issueId: string, at: number, count = 1): void {
    const known = this.#events.get(issueId) ?? []
    this.#events.set(issueId, [...known, ...Array.from({ length: count }, () => at)])
  }

  readonly queryTelemetry: QueryTelemetry = (_organizationId, { id }, query) => {
    this.asked += 1
    if (this.failure) return Promise.reject(this.failure)
    if (id !== queryIssueCounts.id) throw new Error(`nobody answers ${id}`)
    const given: unknown = query
    // The watch's request.
    const asked = given as { issue_id: string[]; start: string; end: string; intervals: number }
    const [start, end] = [Date.parse(asked.start), Date.parse(asked.end)]
    const length = Math.ceil((end - start) / asked.intervals / minuteMs) * minuteMs
    const issues = asked.issue_id.map((issueId): IssueCounts => {
      const times = (this.#events.get(issueId) ?? []).filter((at) => at >= start && at < end)
      const series = Array.from({ length: asked.intervals }, (_, index) => {
        const from = start + index * length
        return times.filter((at) => at >= from && at < from + length).length
      })
      const none = { users: 0, first_seen_at: null, last_seen_at: null }
      return { ...none, issue_id: issueId, events: times.length, series }
    })
    // The contract's response.
    return Promise.resolve({ issues, series_start: asked.start, interval_seconds: length / 1_000 } as never)
  }
}

describe('the watch of archived issues', () => {
  let world: IssueWorld
  let counts: MadeCounts
  beforeEach(() => {
    world = new IssueWorld()
    counts = new MadeCounts()
    world.queryTelemetry = counts.queryTelemetry
  })
  afterEach(() => {
    world.close()
  })

  const stateOf = (print: number) => {
    const { status, reason } = world.issueOf(print)
    return `${status} ${reason}`
  }
  const archiveUntil = async (print: number, change: Parameters<IssueWorld['change']>[1]) => {
    await world.sight(print)
    world.change(print, { status: 'archived', ...change })
    return world.issueOf(print)
  }

  it('reopens an issue when its time is up, without a notification', async () => {
    const until = new Date(world.now + hourMs).toISOString()
    await archiveUntil(1, { archive_until: 'time', until_time: until })
    const watch = world.createWatch()
    world.now = Date.parse(until) - 1
    await world.watch(watch)
    expect(stateOf(1)).to.equal('archived time')
    world.now += 1
    await world.watch(watch)
    expect(stateOf(1)).to.equal('unresolved escalated')
    expect(world.activities(1).at(-1)).to.deep.include({ kind: 'archive_ended', details: { reason: 'time' } })
    expect(world.comebacks(1)).to.equal(0)
  })

  it('reopens an issue after its number of further events, not before, and notifies once', async () => {
    const { id } = await archiveUntil(1, { archive_until: 'events', events: 5 })
    counts.add(id, world.now - 1, 100)
    const watch = world.createWatch()
    for (let event = 1; event <= 7; event += 1) {
      world.now += 2 * minuteMs
      counts.add(id, world.now - minuteMs)
      await world.watch(watch)
      expect(stateOf(1), `after ${event}`).to.equal(event < 5 ? 'archived events' : 'unresolved escalated')
    }
    expect(world.comebacks(1)).to.equal(1)
    expect(world.activities(1).at(-1)?.details).to.deep.equal({ reason: 'events', events: 5 })
  })

  it('reopens an escalating issue, with the increase over its usual rate, and leaves the others', async () => {
    const { id } = await archiveUntil(1, {})
    const { id: steady } = await archiveUntil(2, {})
    const forever = await archiveUntil(3, { archive_until: 'forever' })
    world.now += 30 * hourMs
    for (let back = 2; back < 30; back += 1)
      for (const one of [id, steady]) counts.add(one, world.now - back * hourMs, 20)
    for (const one of [id, forever.id]) counts.add(one, world.now - 10 * minuteMs, 50)
    counts.add(steady, world.now - 10 * minuteMs, 20)
    await world.watch()
    expect([1, 2, 3].map(stateOf)).to.deep.equal(['unresolved escalated', 'archived escalating', 'archived forever'])
    const details = { reason: 'escalating', events: 50, usual_events: 20 }
    expect(world.activities(1).at(-1)).to.deep.include({ kind: 'escalated', details })
    expect(world.comebacks(1)).to.equal(1)
    expect(world.comebacks(2)).to.equal(0)
  })

  it('queries many issues at once, and once a minute', async () => {
    const all = Array.from({ length: 250 }, (_, print) => world.sighting(print))
    await world.recorder.recordSightings(all)
    all.forEach((_, print) => world.change(print, { status: 'archived' }))
    const watch = world.createWatch()
    await world.watch(watch)
    expect(counts.asked).to.equal(3)
    await world.watch(watch)
    expect(counts.asked).to.equal(3)
    world.now += minuteMs
    await world.watch(watch)
    expect(counts.asked).to.equal(6)
  })

  it('continues without responses, and later reopens what it could not count', async () => {
    const until = new Date(world.now + hourMs).toISOString()
    await archiveUntil(1, { archive_until: 'time', until_time: until })
    const { id } = await archiveUntil(2, {})
    world.now += hourMs
    counts.add(id, world.now - minuteMs, 100)
    counts.failure = new ServiceError('unavailable')
    const watch = world.createWatch()
    await world.watch(watch)
    expect([1, 2].map(stateOf)).to.deep.equal(['unresolved escalated', 'archived escalating'])
    counts.failure = undefined
    world.now += minuteMs
    await world.watch(watch)
    expect(stateOf(2)).to.equal('unresolved escalated')
  })

  it('does not override changes made while it was counting', async () => {
    const { id } = await archiveUntil(1, {})
    world.now += hourMs
    counts.add(id, world.now - minuteMs, 100)
    world.queryTelemetry = (...question) => {
      world.change(1, { status: 'archived', archive_until: 'forever' })
      return counts.queryTelemetry(...question)
    }
    await world.watch()
    expect(stateOf(1)).to.equal('archived forever')
  })

  it('runs in one process at a time, and continues in another when that one is gone', async () => {
    const { id } = await archiveUntil(1, {})
    const [first, second] = [world.createWatch(), world.createWatch()]
    world.now += hourMs
    await first.checkDue()
    counts.add(id, world.now - minuteMs, 100)
    world.now += 5_000
    await second.checkDue()
    expect(stateOf(1)).to.equal('archived escalating')
    world.now += minuteMs
    await world.watch(second)
    expect(stateOf(1)).to.equal('unresolved escalated')
    expect(world.comebacks(1)).to.equal(1)
  })

  it('notifies of an escalation once, wherever it is interrupted', async () => {
    for (let callsLeft = 1; callsLeft <= 30; callsLeft += 1) {
      const { id } = await archiveUntil(callsLeft, {})
      world.now += hourMs
      counts.add(id, world.now - minuteMs, 100)
      const crashing = crashAtRandom(world.store, { callsLeft })
      await world.watch(world.createWatch(crashing)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
      // The next process has to wait for the lease of the previous one.
      world.now += minuteMs
      await world.watch()
      expect(stateOf(callsLeft), `cut off at call ${callsLeft}`).to.equal('unresolved escalated')
      expect(world.comebacks(callsLeft)).to.equal(1)
      expect(world.activities(callsLeft).filter(({ kind }) => kind === 'escalated')).to.have.length(1)
    }
  })
})
