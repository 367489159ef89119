import { limits, queryIssueRanking } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { onDay, projectId, projectNumber } from '../support/fixed-world.js'
import { openService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'
import { openSharedStore } from '../support/shared-store.js'

const day = 86_400
const [first, second, third] = [hexId(32, 1), hexId(32, 2), hexId(32, 3)]

/** Three groups: one old event each, many users, and recent events. */
async function openWithGroups(requests: ReadRequest[] = []) {
  const service = await openService({ onRead: (request) => requests.push(request) })
  const rows = [
    event({ fingerprint: first, timestamp: secondsAgo(6 * day), times_seen: 50, user_key: 'id:1', release: 'web@1.0' }),
    event({ fingerprint: second, timestamp: secondsAgo(5 * day), user_key: 'id:1', release: 'web@1.1' }),
    event({ fingerprint: second, timestamp: secondsAgo(4 * day), user_key: 'id:2', tags: { region: 'eu' } }),
    event({ fingerprint: third, timestamp: secondsAgo(3 * day), message: 'Upstream timed out' }),
    event({ fingerprint: third, timestamp: secondsAgo(120), times_seen: 8 }),
  ]
  await service.seed(
    'events',
    rows.map((row, index) => ({ ...row, event_id: hexId(32, index) })),
  )
  return service
}

async function explain(request: ReadRequest | undefined): Promise<string> {
  const { reader } = await openSharedStore()
  const lines = await reader.read<{ explain: string }>({
    name: 'explain',
    sql: `EXPLAIN projections = 1 ${request?.sql ?? ''}`,
    parameters: request?.parameters ?? {},
  })
  return lines.map(({ explain: line }) => line).join('\n')
}

describe('GET /api/v1/telemetry/query/issue-ranking/', () => {
  it('ranks groups by the requested measure', async () => {
    const service = await openWithGroups()
    const orders = {
      last_seen: [third, second, first],
      first_seen: [third, second, first],
      events: [first, third, second],
      users: [second, first, third],
      trend: [third, second, first],
    }
    for (const [sort, order] of Object.entries(orders)) {
      const { body } = await service.get(queryIssueRanking, { since: '7d', sort })
      expect(
        body.groups.map(({ fingerprint }) => fingerprint),
        sort,
      ).to.deep.equal(order)
    }
  })

  it('returns events, users, times and recent counts', async () => {
    const service = await openWithGroups()
    const { body } = await service.get(queryIssueRanking, { since: '7d', sort: 'users' })
    expect(body.groups[0]).to.deep.equal({
      project_id: projectId,
      fingerprint: second,
      events: 2,
      recent_events: 0,
      users: 2,
      first_seen_at: new Date(secondsAgo(5 * day)).toISOString(),
      last_seen_at: new Date(secondsAgo(4 * day)).toISOString(),
    })
    expect(body.groups[2]).to.include({ events: 9, recent_events: 8, users: 0 })
    expect(body).to.include({ total: 3, recent_start: new Date(onDay(12 - 24)).toISOString() })
    const plain = await service.get(queryIssueRanking, { since: '7d' })
    expect(plain.body.groups[0]).to.include({ events: 9, recent_events: 8, users: null })
  })

  it('counts only events that match the search', async () => {
    const service = await openWithGroups()
    const searches: [search: string, found: string[]][] = [
      ['release:web@1.*', [second, first]],
      ['!release:""', [second, first]],
      ['region:eu', [second]],
      ['timed "UPSTREAM"', [third]],
      ['user:[id:1,id:2] !release:web@1.0', [second]],
      ['timestamp:>4.5d', [second, first]],
      ['nothing:like-that', []],
    ]
    for (const [search, found] of searches) {
      const { body } = await service.get(queryIssueRanking, { since: '7d', search })
      expect(
        body.groups.map(({ fingerprint }) => fingerprint),
        search,
      ).to.deep.equal(found)
    }
  })

  it('returns the same for groups as for lists of each project', async () => {
    const service = await openWithGroups()
    const otherProject = projectId.replace(/1$/, '2')
    await service.seed('events', [event({ project_id: otherProject, fingerprint: first, timestamp: secondsAgo(60) })])
    for (const asked of [
      { since: '7d', sort: 'users' },
      { since: '7d', sort: 'trend' },
      { search: 'timed' },
      { limit: 2 },
    ]) {
      const { groups, ...rest } = (await service.get(queryIssueRanking, asked)).body
      const { projects = [], ...byProject } = (await service.get(queryIssueRanking, { ...asked, by_project: 'true' }))
        .body
      expect(byProject).to.deep.equal({ ...rest, groups: [] })
      const listed = projects.flatMap((project) =>
        project.fingerprints.map((fingerprint, place) => ({
          project_id: project.project_id,
          fingerprint,
          events: project.events[place],
          recent_events: project.recent_events[place],
          users: project.users[place] ?? null,
          last_seen_at: new Date(project.last_seen_ms[place] ?? 0).toISOString(),
        })),
      )
      const told = groups.map(({ first_seen_at: _, ...group }) => ({
        ...group,
        recent_events: asked.sort === 'trend' ? group.recent_events : 0,
      }))
      expect(listed).to.have.deep.members(told)
    }
  })

  it('returns the number of groups if some are omitted', async () => {
    const service = await openWithGroups()
    const { body } = await service.get(queryIssueRanking, { since: '7d', limit: 1 })
    expect(body.groups.map(({ fingerprint }) => fingerprint)).to.deep.equal([third])
    expect(body.total).to.equal(3)
  })

  it('stays within the range and the project', async () => {
    const service = await openWithGroups()
    expect((await service.get(queryIssueRanking, { since: '1h' })).body.groups).to.have.length(1)
    expect((await service.get(queryIssueRanking, { project_id: projectNumber })).body.groups).to.have.length(3)
    expect((await service.get(queryIssueRanking, { project_id: 99 })).status).to.equal(404)
  })

  it('rejects invalid and unsupported searches, with the position', async () => {
    const service = await openService()
    const cases: [search: string, detail: RegExp][] = [
      ['level:', /^at character 7: expected a value$/],
      ['release:>1', /^release: comparisons are not supported/],
      ['timestamp:>soon', /^timestamp: expected a time/],
      ['size:>big', /^size: expected a number$/],
    ]
    for (const [search, detail] of cases) {
      const { status, faults } = await service.get(queryIssueRanking, { search })
      expect(status).to.equal(400)
      expect(faults[0]).to.include({ in: 'query', name: 'search' })
      expect(faults[0]?.detail).to.match(detail)
    }
    const tooLong = await service.get(queryIssueRanking, { search: 'a'.repeat(limits.search.writtenLengthMax + 1) })
    expect(tooLong.status).to.equal(400)
  })

  it('reads complete hours from the projection unless a search needs rows', async () => {
    const requests: ReadRequest[] = []
    const service = await openWithGroups(requests)
    const rows = Array.from({ length: 2000 }, (_, index) =>
      event({ event_id: hexId(32, 100 + index), fingerprint: third, timestamp: secondsAgo(7200 + index) }),
    )
    await service.seed('events', rows)
    await service.get(queryIssueRanking, { since: '7d', sort: 'trend' })
    const plan = await explain(requests.find(({ name }) => name === 'issueRanking'))
    expect(plan).to.contain('ReadFromMergeTree (occurrences_by_fingerprint_and_hour)')
  })

  it('reads complete days from the daily projection, including users', async () => {
    const requests: ReadRequest[] = []
    const service = await openWithGroups(requests)
    const rows = Array.from({ length: 2000 }, (_, index) =>
      event({
        event_id: hexId(32, 100 + index),
        fingerprint: third,
        timestamp: secondsAgo(12 * day + index),
        user_key: `id:${index % 7}`,
      }),
    )
    await service.seed('events', rows)
    for (const { sort, users } of [
      { sort: 'events', users: null },
      { sort: 'users', users: 7 },
    ]) {
      const { body } = await service.get(queryIssueRanking, { since: '30d', sort })
      expect(body.groups[0]).to.include({ fingerprint: third, events: 2009, users })
      const plan = await explain(requests.at(-1))
      expect(plan).to.contain('ReadFromMergeTree (occurrences_by_fingerprint_and_day)')
    }
  })

  it('counts events at the edges of days and hours once', async () => {
    const service = await openService()
    const edges = [0, 1, 3_599, 3_600, 43_199, 43_200, 43_201, day - 1, day, 9 * day + 17, 30 * day - 60]
    const rows = edges.map((seconds, index) =>
      event({
        event_id: hexId(32, index),
        fingerprint: first,
        timestamp: secondsAgo(seconds),
        user_key: `id:${index}`,
      }),
    )
    await service.seed('events', rows)
    for (const sort of ['events', 'users', 'trend'] as const) {
      for (const users of ['true', 'false']) {
        const { body } = await service.get(queryIssueRanking, { since: '30d', sort, users })
        expect(body.groups).to.have.length(1)
        const isCounted = users === 'true' || sort === 'users'
        expect(body.groups[0], sort).to.include({ events: edges.length, users: isCounted ? edges.length : null })
      }
    }
  })

  it('counts events from the start of the last seventh as recent: a full hour, or a full day for long ranges', async () => {
    const service = await openService()
    const hour = 3_600_000
    const ranges = [
      { since: '7d', fingerprint: first, unitMs: hour },
      { since: '30d', fingerprint: second, unitMs: 24 * hour },
      { since: '90d', fingerprint: third, unitMs: 24 * hour },
    ]
    for (const { since, fingerprint, unitMs } of ranges) {
      const { body } = await service.get(queryIssueRanking, { since, sort: 'trend' })
      const startMs = Date.parse(body.recent_start)
      expect(startMs % unitMs, since).to.equal(0)
      const around = [-hour - 1, -1, 0, 1, hour]
      const rows = around.map((ms, index) =>
        event({ event_id: hexId(32, startMs + index), fingerprint, release: since, timestamp: startMs + ms }),
      )
      await service.seed('events', rows)
      for (const search of ['', `release:${since}`]) {
        const { groups } = (await service.get(queryIssueRanking, { since, sort: 'trend', search })).body
        const group = groups.find((one) => one.fingerprint === fingerprint)
        expect(group, `${since} ${search}`).to.include({ events: 5, recent_events: 3 })
      }
    }
  })

  it('reads a long window once for both parts of a trend', async () => {
    const requests: ReadRequest[] = []
    const service = await openWithGroups(requests)
    await service.get(queryIssueRanking, { since: '90d', sort: 'trend' })
    const ranking = requests.find(({ name }) => name === 'issueRanking')
    expect(ranking?.sql.match(/FROM events/g)).to.have.length(3)
    expect(await explain(ranking)).to.contain('toDate(timestamp) >=')
  })
})
