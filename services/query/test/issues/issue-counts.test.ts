import { createId, dayMs, limits, queryIssueCounts } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { nowMs, onDay } from '../support/fixed-world.js'
import { directoryOf } from '../support/issue-directory.js'
import { openService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'
import { openSharedStore } from '../support/shared-store.js'

const merged = { id: createId(), fingerprints: [hexId(32, 1), hexId(32, 2)] }
const other = { id: createId(), fingerprints: [hexId(32, 3)] }
const elsewhere = { id: createId(), fingerprints: [hexId(32, 1)], projectId: createId() }

async function openWithIssues(requests: ReadRequest[] = []) {
  const owner = { organizationId: '' }
  const issues = directoryOf(owner, [merged, other, elsewhere])
  const service = await openService({ issues, onRead: (request) => requests.push(request) })
  owner.organizationId = service.organizationId
  return service
}

describe('GET /api/v1/telemetry/query/issue-counts/', () => {
  it("counts events, users and times over all of an issue's fingerprints", async () => {
    const service = await openWithIssues()
    await service.seed('events', [
      event({ event_id: hexId(32, 1), fingerprint: hexId(32, 1), user_key: 'id:1', timestamp: secondsAgo(7200) }),
      event({ event_id: hexId(32, 2), fingerprint: hexId(32, 2), user_key: 'id:1', times_seen: 40 }),
      event({ event_id: hexId(32, 3), fingerprint: hexId(32, 2), user_key: 'id:2' }),
      event({ event_id: hexId(32, 4), fingerprint: hexId(32, 2) }),
      event({ event_id: hexId(32, 5), fingerprint: hexId(32, 1), project_id: elsewhere.projectId, user_key: 'id:9' }),
    ])
    const { body } = await service.get(queryIssueCounts, { issue_id: [merged.id, elsewhere.id], since: '24h' })
    expect(body.issues[0]).to.deep.include({
      issue_id: merged.id,
      events: 43,
      users: 2,
      first_seen_at: new Date(secondsAgo(7200)).toISOString(),
      last_seen_at: new Date(secondsAgo(60)).toISOString(),
    })
    expect(body.issues[1]).to.include({ issue_id: elsewhere.id, events: 1, users: 1 })
  })

  it('assigns events to the interval in which they happened', async () => {
    const service = await openWithIssues()
    await service.seed('events', [
      event({ event_id: hexId(32, 1), fingerprint: hexId(32, 3), timestamp: onDay(9, 59) }),
      event({ event_id: hexId(32, 2), fingerprint: hexId(32, 3), timestamp: onDay(10, 0) }),
      event({ event_id: hexId(32, 3), fingerprint: hexId(32, 3), timestamp: onDay(12, 0, 29) }),
    ])
    const ask = async (query: Record<string, string | number>) =>
      (await service.get(queryIssueCounts, { issue_id: [other.id], ...query })).body
    const hours = await ask({ start: new Date(onDay(9)).toISOString(), intervals: 4 })
    expect(hours).to.include({ series_start: new Date(onDay(9)).toISOString(), interval_seconds: 3600 })
    expect(hours.issues[0]?.series).to.deep.equal([1, 1, 0, 1])
    const seconds = await ask({ start: new Date(nowMs - 10_000).toISOString(), intervals: 10 })
    expect(seconds.interval_seconds).to.equal(1)
    expect(seconds.issues[0]?.series).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  it('counts only events in the range, to the millisecond', async () => {
    const service = await openWithIssues()
    const times = [onDay(9, 30), onDay(9, 30, 0, 1), onDay(11, 30) - 1, onDay(11, 30)]
    await service.seed(
      'events',
      times.map((timestamp, index) => event({ event_id: hexId(32, index), fingerprint: hexId(32, 3), timestamp })),
    )
    const start = new Date(onDay(9, 30, 0, 1)).toISOString()
    const { body } = await service.get(queryIssueCounts, {
      issue_id: [other.id],
      start,
      end: new Date(onDay(11, 30)).toISOString(),
      intervals: 3,
    })
    expect(body.issues[0]).to.deep.include({ events: 2, first_seen_at: start })
  })

  it('counts only events that match the search', async () => {
    const service = await openWithIssues()
    await service.seed('events', [
      event({ event_id: hexId(32, 1), fingerprint: hexId(32, 3), release: 'web@1', user_key: 'id:1', times_seen: 3 }),
      event({ event_id: hexId(32, 2), fingerprint: hexId(32, 3), release: 'web@2', user_key: 'id:2' }),
    ])
    const { body } = await service.get(queryIssueCounts, { issue_id: [other.id], search: 'release:web@1' })
    expect(body.issues[0]).to.include({ events: 3, users: 1 })
    expect(body.issues[0]?.series.reduce((sum, events) => sum + events)).to.equal(3)
  })

  it('returns zeros if nothing happened, and omits issues of others', async () => {
    const service = await openWithIssues()
    const { body } = await service.get(queryIssueCounts, { issue_id: [createId(), other.id], since: '1h' })
    expect(body.issues).to.have.length(1)
    expect(body.issues[0]).to.include({ events: 0, users: 0, first_seen_at: null, last_seen_at: null })
  })

  it('rejects no issues, too many, and invalid ids', async () => {
    const service = await openWithIssues()
    const tooMany = Array.from({ length: limits.issue.countedAtOnceMax + 1 }, () => createId())
    for (const issue_id of [[], ['abc'], tooMany]) {
      const { status, faults } = await service.get(queryIssueCounts, { issue_id })
      expect({ status, name: faults[0]?.name }).to.deep.equal({ status: 400, name: 'issue_id' })
    }
  })

  it('uses complete days for ranges of weeks, and counts a user of several days and fingerprints once', async () => {
    const service = await openWithIssues()
    const daysAgo = (days: number) => onDay(8) - days * dayMs
    await service.seed('events', [
      event({ event_id: hexId(32, 1), fingerprint: hexId(32, 1), user_key: 'id:1', timestamp: daysAgo(20) }),
      event({
        event_id: hexId(32, 2),
        fingerprint: hexId(32, 2),
        user_key: 'id:1',
        timestamp: daysAgo(3),
        times_seen: 4,
      }),
      event({ event_id: hexId(32, 3), fingerprint: hexId(32, 2), user_key: 'id:2', timestamp: daysAgo(3) }),
      event({ event_id: hexId(32, 4), fingerprint: hexId(32, 2), user_key: 'id:1', timestamp: daysAgo(0) }),
      event({ event_id: hexId(32, 5), fingerprint: hexId(32, 2), user_key: 'id:3', timestamp: daysAgo(0) }),
    ])
    const issues = [merged.id, other.id]
    const { body } = await service.get(queryIssueCounts, { issue_id: issues, since: '30d', intervals: 31 })
    expect(body.interval_seconds).to.equal(dayMs / 1_000)
    const [counts] = body.issues
    expect(counts).to.deep.include({
      events: 8,
      users: 3,
      first_seen_at: new Date(daysAgo(20)).toISOString(),
      last_seen_at: new Date(daysAgo(0)).toISOString(),
    })
    const found = counts?.series.flatMap((events, index) => (events === 0 ? [] : [[30 - index, events]]))
    expect(found).to.deep.equal([
      [20, 1],
      [3, 5],
      [0, 2],
    ])
    const weeks = await service.get(queryIssueCounts, { issue_id: [merged.id], since: '90d' })
    expect(weeks.body.interval_seconds % (dayMs / 1_000), 'whole days').to.equal(0)
    expect(weeks.body.issues[0]).to.include({ events: 8, users: 3 })
  })

  it('reads complete days of many fingerprints from daily sums, and other events in fingerprint order', async () => {
    const requests: ReadRequest[] = []
    const service = await openWithIssues(requests)
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      event({
        event_id: hexId(32, index),
        fingerprint: hexId(32, index % 100 === 0 ? 3 : 1_000 + index),
        timestamp: onDay(1) - dayMs + index,
      }),
    )
    await service.seed('events', rows)
    const { reader } = await openSharedStore()
    const days = { since: '30d', intervals: 31 }
    for (const { asked, projection } of [
      { asked: { issue_id: [other.id, merged.id], ...days }, projection: 'occurrences_by_fingerprint_and_day' },
      { asked: { issue_id: [other.id], ...days }, projection: 'by_fingerprint' },
      { asked: { issue_id: [other.id], since: '7d', intervals: 24 }, projection: 'by_fingerprint' },
    ]) {
      requests.length = 0
      const { body } = await service.get(queryIssueCounts, asked)
      expect(body.issues[0]?.events).to.equal(200)
      const request = requests.find(({ name }) => name === 'issueOccurrences')
      const sql = `EXPLAIN projections = 1 ${request?.sql ?? ''}`
      const lines = await reader.read<{ explain: string }>({
        name: 'explain',
        sql,
        parameters: request?.parameters ?? {},
      })
      const plan = lines.map(({ explain }) => explain).join('\n')
      expect(plan).to.contain(`ReadFromMergeTree (${projection})`)
    }
  })
})
