import {
  queryIssueRanking,
  ServiceError,
  type CountedIssueDetail,
  type ListedIssue,
  type RankedGroup,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { faultsOf, fingerprint, TestControlPlane, type TestProject } from '../../support/test-control-plane.js'

const path = '/api/v1/issues/'
const hourMs = 3_600_000

interface List {
  issues: ListedIssue[]
  total: number
  has_more: boolean
  is_partial: boolean
  series_start: string | null
}

describe('GET /api/v1/issues/', () => {
  let test: TestControlPlane
  let project: TestProject
  /** Issues of fingerprints 1 to 5, first seen an hour apart. */
  let ids: string[]

  beforeEach(async () => {
    test = new TestControlPlane()
    project = await test.createProject()
    ids = []
    for (const number of [1, 2, 3, 4, 5]) {
      test.now += hourMs
      const level = number === 5 ? 'warning' : 'error'
      const sighted = test.sighting(project.id, fingerprint(number), {
        level,
        release: `web@1.${number}`,
        releases: [{ release: `web@1.${number}`, lastReceivedAt: test.now }],
      })
      await test.controlPlane.sightings.recordSightings([sighted])
      ids.push(test.announced.at(-1)?.id ?? '')
    }
  })
  afterEach(() => {
    test.close()
  })

  const group = (number: number, more: Partial<RankedGroup> = {}): RankedGroup => {
    const seen = new Date(test.now).toISOString()
    const times = { first_seen_at: seen, last_seen_at: seen }
    return {
      project_id: project.id,
      fingerprint: fingerprint(number),
      events: 1,
      recent_events: 0,
      users: null,
      ...times,
      ...more,
    }
  }
  const ask = async (parameters: Record<string, string | number> = {}) => {
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const res = await test.get(`${path}?${query.toString()}`)
    expect(res.status, res.text).to.equal(200)
    return JSON.parse(res.text) as List
  }
  /** Numbers of the listed issues, in order. */
  const find = async (query: string, more: Record<string, string | number> = {}) =>
    (await ask({ query, ...more })).issues.map(({ id }) => ids.indexOf(id) + 1)
  const change = async (number: number, body: object) => {
    const res = await test.patch(`${path}${ids[number - 1] ?? ''}/`, body)
    expect(res.status, res.text).to.equal(200)
  }
  const ago = (ms: number) => new Date(test.now - ms).toISOString()

  it('sorts by last seen, with issues without events last, newest first', async () => {
    test.telemetry.groups = [group(2, { last_seen_at: ago(5) }), group(1, { last_seen_at: ago(1) })]
    expect(await find('')).to.deep.equal([1, 2, 5, 4, 3])
    expect(await find('', { limit: 2, offset: 1 })).to.deep.equal([2, 5])
    expect(await find('', { limit: 2, offset: 3 })).to.deep.equal([4, 3])
    expect(await ask({ limit: 2, offset: 3 })).to.include({ total: 5, has_more: false, is_partial: false })
  })

  it('looks back only as far as the page needs', async () => {
    const rangesOf = async (parameters: Record<string, string | number>) => {
      test.telemetry.asked.length = 0
      await ask(parameters)
      const rankings = test.telemetry.asked.filter(({ id }) => id === queryIssueRanking.id)
      return rankings.map(({ query }) => query['since'])
    }
    test.telemetry.groups = [group(2, { last_seen_at: ago(5) }), group(1, { last_seen_at: ago(1) })]
    expect(await rangesOf({ limit: 2 })).to.deep.equal(['1h'])
    expect(await rangesOf({ limit: 2, offset: 1 })).to.deep.equal(['1h', '24h', '7d', '90d'])
    expect(await rangesOf({ limit: 2, sort: 'events' })).to.deep.equal(['90d'])
    expect(await rangesOf({ limit: 2, since: '7d' })).to.deep.equal(['7d'])
    await change(2, { status: 'resolved' })
    expect(await rangesOf({ query: 'is:resolved', limit: 100 }), 'there is one').to.deep.equal(['1h'])
    expect(await ask({ query: 'is:resolved' })).to.include({ total: 1, is_partial: false })
  })

  it('returns the total without querying telemetry if the states determine it', async () => {
    test.telemetry.groups = [group(1)]
    expect(await ask({ limit: 0, query: 'level:error' })).to.deep.include({ issues: [], total: 4, has_more: true })
    expect(test.telemetry.asked).to.deep.equal([])
    expect(await ask({ limit: 0, since: '24h' })).to.deep.include({ issues: [], total: 1 })
    expect(test.telemetry.asked.map(({ id }) => id)).to.deep.equal([queryIssueRanking.id])
  })

  it('sorts by every measure', async () => {
    test.telemetry.groups = [
      group(1, { events: 100, recent_events: 1, users: 1, last_seen_at: ago(30) }),
      group(2, { events: 50, recent_events: 40, users: 2, last_seen_at: ago(20) }),
      group(3, { events: 10, recent_events: 2, users: 3, last_seen_at: ago(10) }),
    ]
    for (const [index, users] of [5, 7, 6].entries()) test.telemetry.counts.set(ids[index] ?? '', { users })
    const sorted = (sort: string) => find('times_seen:>0', { sort })
    expect(await sorted('events')).to.deep.equal([1, 2, 3])
    expect(await sorted('users')).to.deep.equal([2, 3, 1])
    expect(await find('', { sort: 'users' })).to.deep.equal([2, 3, 1, 5, 4])
    expect(await sorted('last_seen')).to.deep.equal([3, 2, 1])
    expect(await sorted('first_seen')).to.deep.equal([3, 2, 1])
    expect(await sorted('trend')).to.deep.equal([2, 3, 1])
  })

  it('ranks as few groups as the page needs, but all if the search selects events by project', async () => {
    test.telemetry.groups = [group(1), group(2)]
    const limits = async (query: string) => {
      test.telemetry.asked.length = 0
      await find(query, { sort: 'events' })
      return test.telemetry.asked.filter(({ id }) => id === queryIssueRanking.id).map(({ query: { limit } }) => limit)
    }
    expect(await limits('is:unresolved')).to.deep.equal([500])
    expect(await limits('is:unresolved project:shop')).to.deep.equal([undefined])
  })

  it('queries the users of all issues if many have many events of few users', async () => {
    const events = 1_000_000
    for (let number = 6; number <= 605; number += 1) {
      await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(number))])
    }
    test.telemetry.groups = Array.from({ length: 605 }, (_, index) =>
      group(index + 1, { events, users: index === 3 ? 9 : 1 }),
    )
    test.telemetry.groups.push(group(999, { events }))
    expect((await find('times_seen:>0', { sort: 'users', limit: 1 }))[0]).to.equal(4)
    const rankings = test.telemetry.asked.filter(({ id }) => id === queryIssueRanking.id)
    expect(rankings.map(({ query }) => query['sort'])).to.deep.equal(['events', 'users'])
  })

  it('merges the numbers of merged issues', async () => {
    const merged = await test.post(`${path}${ids[0] ?? ''}/merge/`, { issue_ids: [ids[1], ids[2]] })
    expect(merged.status).to.equal(200)
    test.telemetry.groups = [
      group(1, { events: 4, last_seen_at: ago(9), users: 3 }),
      group(2, { events: 5, last_seen_at: ago(1), users: 3 }),
      group(4, { events: 8, last_seen_at: ago(5), users: 4 }),
    ]
    expect(await find('', { sort: 'events' })).to.deep.equal([1, 4, 5])
    expect(await find('')).to.deep.equal([1, 4, 5])
    expect(await find('times_seen:>=9')).to.deep.equal([1])
  })

  it('does not count a user twice who is in several fingerprints of an issue', async () => {
    await test.post(`${path}${ids[0] ?? ''}/merge/`, { issue_ids: [ids[1]] })
    test.telemetry.groups = [group(1, { users: 3 }), group(2, { users: 3 }), group(4, { users: 4 })]
    test.telemetry.counts.set(ids[0] ?? '', { users: 3 })
    expect(await find('users:>0', { sort: 'users' })).to.deep.equal([4, 1])
    test.telemetry.counts.set(ids[0] ?? '', { users: 6 })
    expect(await find('users:>0', { sort: 'users' })).to.deep.equal([1, 4])
    expect(await find('users:>5')).to.deep.equal([1])
  })

  it('finds by state, reason, level, release, age and assignee', async () => {
    await change(1, { status: 'resolved' })
    await change(2, { status: 'archived', archive_until: 'forever' })
    const searches: [query: string, numbers: number[]][] = [
      ['', [5, 4, 3, 2, 1]],
      ['is:unresolved', [5, 4, 3]],
      ['!is:unresolved', [2, 1]],
      ['is:[resolved,archived]', [2, 1]],
      ['status:resolved', [1]],
      ['is:new', [5, 4, 3]],
      ['is:regressed', []],
      ['is:assigned', []],
      ['assigned:none is:resolved', [1]],
      ['assigned:somebody@example.com', []],
      ['level:warning', [5]],
      ['level:[warning,fatal]', [5]],
      ['!level:warn*', [4, 3, 2, 1]],
      ['first_release:web@*', [5, 4, 3, 2, 1]],
      ['first_release:[web@1.2,web@1.3]', [3, 2]],
      ['age:-2h', [5, 4]],
      ['age:+2h', [2, 1]],
      [`first_seen:>=${ago(2 * hourMs)}`, [5, 4, 3]],
      ['project:SHOP is:resolved', [1]],
      [`project:${project.number} level:warning`, [5]],
      ['project:other', []],
      ['!project:sh*', []],
    ]
    for (const [query, numbers] of searches) {
      expect(await find(query, { sort: 'first_seen' }), query).to.deep.equal(numbers)
    }
  })

  it("finds the caller's assigned issues, for members", async () => {
    const refused = await test.get(`${path}?query=assigned:me`)
    expect(refused.status).to.equal(400)
    expect(faultsOf(refused)).to.deep.equal(['query'])
  })

  it('queries telemetry for what the control plane does not know, in the search language', async () => {
    test.telemetry.groups = [group(1), group(3)]
    expect(await find('is:unhandled !is:handled')).to.have.members([1, 3])
    const asked = test.telemetry.asked.splice(0)[0]
    expect(asked?.query['search']).to.equal('error.unhandled:true !error.handled:true')
    expect((await test.get(`${path}?query=is:[unhandled,new]`)).status).to.equal(400)
    expect(await find('release:latest !browser:"Fire *" timed is:unresolved')).to.have.members([1, 3])
    expect(test.telemetry.asked[0]?.query['search']).to.equal('release:web@1.5 !browser:"Fire *" timed')
    expect(test.telemetry.asked[1]?.query).to.include({ search: 'release:web@1.5 !browser:"Fire *" timed' })
  })

  it('shows the counts that a search for events found along with the ranking, unless some are missing', async () => {
    const counted = (number: number) => {
      const times = { first_seen_at: ago(9), last_seen_at: ago(1) }
      return { project_id: project.id, fingerprint: fingerprint(number), events: 7, users: 2, ...times, series: [3, 4] }
    }
    const askCounted = async (parameters: Record<string, string | number>) => {
      test.telemetry.asked.length = 0
      const { issues } = await ask(parameters)
      return { issues, rankings: test.telemetry.asked.filter(({ id }) => id === queryIssueRanking.id).length }
    }
    test.telemetry.groups = [group(1), group(3)]
    test.telemetry.countedGroups = [counted(1), counted(3)]
    for (const sort of ['last_seen', 'events', 'users']) {
      const { issues, rankings } = await askCounted({ query: 'timed', sort })
      expect(issues.map(({ events, users, series }) => ({ events, users, series }))).to.deep.equal([
        { events: 7, users: 2, series: [3, 4] },
        { events: 7, users: 2, series: [3, 4] },
      ])
      expect([rankings, test.telemetry.asked.length], sort).to.deep.equal([1, 1])
      expect(test.telemetry.asked[0]?.query).to.include({ counted: 200, intervals: 24 })
    }
    const isRecounted = async () => {
      test.telemetry.counts.set(ids[0] ?? '', { events: 9 })
      const { issues } = await askCounted({ query: 'timed', sort: 'events' })
      return issues.find(({ id }) => id === ids[0])?.events === 9
    }
    expect(await isRecounted()).to.equal(false)
    test.telemetry.total = 20_000
    expect(await isRecounted(), 'groups are missing').to.equal(true)
    test.telemetry.total = undefined
    test.telemetry.countedGroups = [counted(1)]
    expect(await isRecounted(), 'an issue is missing').to.equal(true)
    test.telemetry.countedGroups = [counted(1), counted(3)]
    await test.post(`${path}${ids[0] ?? ''}/merge/`, { issue_ids: [ids[2]] })
    expect(await isRecounted(), 'an issue has two groups').to.equal(true)
    await askCounted({ query: 'is:unresolved' })
    expect(test.telemetry.asked[0]?.query, 'without a search for events').not.to.have.property('counted')
  })

  it('includes only issues with events if the range is shorter than the retention, or if events are searched', async () => {
    test.telemetry.groups = [group(1)]
    expect(await find('', { since: '24h' })).to.deep.equal([1])
    expect(await find('timed')).to.deep.equal([1])
    expect(await ask({ query: 'timed' })).to.include({ total: 1, has_more: false })
    expect(await find('last_seen:-1h')).to.deep.equal([1])
    expect(await find('last_seen:+1h')).to.deep.equal([])
  })

  it('says so if there were more groups than examined, and omits groups without an issue', async () => {
    test.telemetry.groups = [group(1), group(99)]
    test.telemetry.total = 20_000
    expect(await ask({ query: 'timed' })).to.deep.include({ total: 1, is_partial: true })
  })

  it('shows exact counts for the page', async () => {
    const counts = { events: 7, users: 2, last_seen_at: ago(1), series: [3, 4] }
    test.telemetry.counts.set(ids[4] ?? '', counts)
    const { issues, series_start: start } = await ask({ limit: 1 })
    expect(issues[0]).to.deep.include({ id: ids[4], ...counts })
    expect(start).to.equal('2026-01-01T00:00:00.000Z')
    expect(await ask({ offset: 9 })).to.deep.include({ issues: [], series_start: null, interval_seconds: null })
  })

  const refused: [query: string, detail: RegExp][] = [
    ['is:solved', /^is: expected one of unresolved, resolved, archived/],
    ['status:new', /^status: expected one of/],
    ['level:', /^at character 7: expected a value$/],
    ['is:>1', /comparisons are not supported/],
    ['first_seen:yesterday', /comparison/],
    ['first_seen:>yesterday', /comparison/],
    ['times_seen:many', /comparison/],
    ['users:>many', /comparison/],
    ['last_seen:>soon', /comparison/],
  ]
  for (const [query, detail] of refused) {
    it(`answers 400 that names query for ${query}`, async () => {
      const res = await test.get(`${path}?query=${encodeURIComponent(query)}`)
      expect(res.status).to.equal(400)
      const { errors } = JSON.parse(res.text) as { errors: { name: string; detail: string }[] }
      expect(errors.map(({ name }) => name)).to.deep.equal(['query'])
      expect(errors[0]?.detail).to.match(detail)
    })
  }

  it("reports telemetry's rejection of a search as one of the query, and an outage as 503", async () => {
    const faults = [{ in: 'query' as const, name: 'search', detail: 'size: expected a number' }]
    test.telemetry.failure = new ServiceError('invalid-parameters', { faults })
    const res = await test.get(`${path}?query=size:>big`)
    expect([res.status, faultsOf(res)]).to.deep.equal([400, ['query']])
    test.telemetry.failure = new ServiceError('unavailable', { retryAfterSeconds: 5 })
    expect((await test.get(path)).status).to.equal(503)
    expect((await test.get(`${path}${ids[0] ?? ''}/`)).status).to.equal(503)
  })
})

describe('GET /api/v1/issues/{issue_id}/', () => {
  let test: TestControlPlane
  before(() => {
    test = new TestControlPlane()
  })
  after(() => {
    test.close()
  })

  it('finds an issue by its short id in any case, with its count', async () => {
    const project = await test.createProject()
    await test.createProject()
    await test.controlPlane.sightings.recordSightings([test.sighting(project.id, fingerprint(1))])
    const id = test.announced.at(-1)?.id ?? ''
    test.telemetry.counts.set(id, { events: 7, users: 2, last_seen_at: '2026-01-01T00:00:00.000Z', series: [7] })
    for (const name of [id, 'SHOP-1', 'shop-1']) {
      const res = await test.get(`${path}${name}/`)
      expect(res.status, res.text).to.equal(200)
      const issue = JSON.parse(res.text) as CountedIssueDetail
      expect(issue).to.deep.include({ id, short_id: 'SHOP-1', events: 7, users: 2, series_24h: [7], series_30d: [7] })
    }
    for (const name of ['SHOP-2', 'WEB-1']) expect((await test.get(`${path}${name}/`)).status).to.equal(404)
    expect((await test.get(`${path}SHOP-1/`, test.foreignKey)).status).to.equal(404)
    expect((await test.controlPlane.issues.findIssue(test.organizationId, 'shop-1'))?.id).to.equal(id)
  })
})
