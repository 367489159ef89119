import { createId, dayMs, hourMs, limits, queryIssueCounts, queryIssueRanking } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore } from '../../../../packages/telemetry-store/test/support/open-test-store.js'
import { createRandom } from '../../../../test/support/random.js'
import { nowMs, projectId } from '../support/fixed-world.js'
import { directoryOf } from '../support/issue-directory.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId } from '../support/rows.js'
import { withoutMerges } from '../support/without-merges.js'

const otherProject = projectId.replace(/1$/, '2')

/** Each with its own fingerprints; some have several. */
const issues = Array.from({ length: 8 }, (_, index) => ({
  id: createId(),
  projectId: index % 3 === 0 ? otherProject : projectId,
  fingerprints: Array.from({ length: index % 4 === 1 ? 3 : 1 }, (__, part) => hexId(32, 10 * index + part)),
}))
const issueIds = issues.map(({ id }) => id)

async function open(requests: ReadRequest[] = []) {
  const owner = { organizationId: '' }
  const service = await openService({
    issues: directoryOf(owner, issues),
    onRead: (request) => requests.push(request),
  })
  owner.organizationId = service.organizationId
  return service
}

/** Few, because an insert writes a part for each. */
const anyDay = [0, 2, 3, 4, 9, 39] as const

let eventCount = 0

async function seedEvents(
  service: QueryService,
  seed: number,
  { count, daysAgo, withinMs = dayMs }: { count: number; daysAgo: readonly [number, ...number[]]; withinMs?: number },
) {
  const random = createRandom(seed)
  const rows = Array.from({ length: count }, () => {
    const issue = issues[random.integer(0, issues.length - 1)]
    eventCount += 1
    return event({
      event_id: hexId(32, eventCount),
      project_id: issue?.projectId ?? '',
      fingerprint: issue?.fingerprints[random.integer(0, issue.fingerprints.length - 1)] ?? '',
      // Some are from the future: senders' clocks may be ahead.
      timestamp: nowMs - random.pick(daysAgo) * dayMs - random.integer(-60_000, withinMs),
      times_seen: random.integer(1, 4),
      user_key: random.pick(['', 'id:1', 'id:2', 'id:3', 'id:4', 'id:5', 'id:6']),
    })
  })
  await service.seed('events', rows)
}

const rankings = [
  { since: '7d', sort: 'trend' },
  { since: '30d', sort: 'events' },
  { since: '90d', sort: 'trend' },
] as const

/** Rankings by project, which remember, are the same as rankings of groups, which do not. */
async function expectSameRankings(service: QueryService) {
  for (const asked of rankings) {
    const { projects = [], ...rest } = (await service.get(queryIssueRanking, { ...asked, by_project: 'true' })).body
    const { groups, ...plain } = (await service.get(queryIssueRanking, asked)).body
    const listed = projects.flatMap((project) =>
      project.fingerprints.map((fingerprint, place) => ({
        project_id: project.project_id,
        fingerprint,
        events: project.events[place],
        recent_events: project.recent_events[place],
        last_seen_at: new Date(project.last_seen_ms[place] ?? 0).toISOString(),
      })),
    )
    const told = groups.map(({ users: _, first_seen_at: __, recent_events, ...group }) => ({
      ...group,
      recent_events: asked.sort === 'trend' ? recent_events : 0,
    }))
    expect(told, 'the seed of the random events').not.to.deep.equal([])
    expect(listed, asked.since).to.have.deep.members(told)
    expect(rest, asked.since).to.deep.equal({ ...plain, groups: [] })
  }
}

/** Counts of all events, which are remembered, are the same as those of a search that all events match. */
async function expectSameCounts(service: QueryService) {
  for (const { since, intervals } of [{ since: '30d', intervals: 31 }]) {
    const asked = { since, intervals, issue_id: issueIds }
    const { body } = await service.get(queryIssueCounts, asked)
    const searched = (await service.get(queryIssueCounts, { ...asked, search: '!message:none-has-this' })).body
    expect(body, since).to.deep.equal(searched)
  }
}

/** Searches by project, which remember, are the same as those of groups, which do not. */
async function expectSameSearches(service: QueryService) {
  for (const sort of ['users', 'trend']) {
    const asked = { since: '90d', sort, search: '!message:none-has-this' }
    const { groups, ...plain } = (await service.get(queryIssueRanking, { ...asked, users: 'true' })).body
    const { body } = await service.get(queryIssueRanking, { ...asked, by_project: 'true', counted: 4 })
    const { projects = [], counted, ...rest } = body
    expect(rest, sort).to.deep.equal({ ...plain, groups: [] })
    expect(
      projects.flatMap((project) =>
        project.fingerprints.map((fingerprint, place) => [fingerprint, project.events[place], project.users[place]]),
      ),
      sort,
    ).to.have.deep.members(groups.map(({ fingerprint, events, users }) => [fingerprint, events, users]))
    expect(
      counted?.groups.map(({ series, ...group }) => ({ ...group, inSeries: series.reduce((sum, one) => sum + one) })),
      sort,
    ).to.have.deep.members(
      groups.slice(0, 4).map(({ recent_events: _, ...group }) => ({ ...group, inSeries: group.events })),
    )
  }
}

/** Three times: read as a whole, read to be remembered, and recalled. */
async function expectSame(service: QueryService) {
  for (let times = 0; times < 3; times += 1) await expectSameOnce(service)
}

async function expectSameOnce(service: QueryService) {
  await expectSameSearches(service)
  await expectSameRankings(service)
  await expectSameCounts(service)
}

function readsOfSettledDays(requests: readonly ReadRequest[]): string[] {
  return requests
    .filter(
      ({ name, parameters }) =>
        name !== 'settledDays' &&
        Object.keys(parameters ?? {})
          .join()
          .includes('Settled'),
    )
    .map(({ name }) => name)
}

const list = { since: '90d', sort: 'events', by_project: 'true' }
const page = { since: '90d', issue_id: issueIds }

describe('settled days', () => {
  it('change no ranking and no count, remembered or not', async () => {
    const service = await open()
    await seedEvents(service, 1, { count: 400, daysAgo: anyDay })
    await expectSame(service)
  })

  it('are read once, until an event of these days is stored', () =>
    withoutMerges(async () => {
      const requests: ReadRequest[] = []
      const service = await open(requests)
      await seedEvents(service, 2, { count: 300, daysAgo: anyDay })
      const readBoth = async () => {
        requests.length = 0
        await service.get(queryIssueRanking, list)
        await service.get(queryIssueCounts, page)
        return readsOfSettledDays(requests)
      }
      const both = ['issueRankingByProject', 'issueOccurrences']
      expect(await readBoth(), 'as a whole').to.deep.equal([])
      expect(await readBoth()).to.deep.equal(both)
      expect(await readBoth()).to.deep.equal([])
      await seedEvents(service, 3, { count: 20, daysAgo: [0], withinMs: hourMs })
      expect(await readBoth(), 'after recent events').to.deep.equal([])
      await expectSameOnce(service)
      await seedEvents(service, 4, { count: 20, daysAgo: anyDay })
      expect(await readBoth(), 'after late events').to.deep.equal([])
      await expectSameOnce(service)
      expect(await readBoth(), 'once they stay the same').to.deep.equal(both)
    }))

  it('end three days ago while events arrive for later days that ended', () =>
    withoutMerges(async () => {
      const requests: ReadRequest[] = []
      const service = await open(requests)
      await seedEvents(service, 10, { count: 300, daysAgo: anyDay })
      const lastDays: unknown[] = []
      for (let times = 0; times < 4; times += 1) {
        await seedEvents(service, 11 + times, { count: 20, daysAgo: [2], withinMs: hourMs })
        requests.length = 0
        await service.get(queryIssueCounts, page)
        const reads = requests.filter(({ name }) => name !== 'settledDays')
        lastDays.push(reads.flatMap(({ parameters }) => parameters?.['countedSettledLastDay'] ?? []))
        await expectSameCounts(service)
      }
      const untilDay = new Date(nowMs - 3 * dayMs).toISOString().slice(0, 10)
      expect(lastDays, 'as a whole, read to be remembered, recalled').to.deep.equal([[], [untilDay], [], []])
    }))

  it('are read again after events were deleted', async () => {
    const service = await open()
    await seedEvents(service, 5, { count: 300, daysAgo: anyDay })
    await expectSameOnce(service)
    await expectSameOnce(service)
    const { client } = await openTestStore()
    const day = new Date(nowMs - 10 * dayMs).toISOString().slice(0, 10)
    await client.clickhouse.command({
      query: `ALTER TABLE events DELETE IN PARTITION {day:String} WHERE organization_id = {organizationId:String}
        SETTINGS mutations_sync = 2`,
      query_params: { organizationId: service.organizationId, day },
    })
    await expectSameOnce(service)
  })

  it('are not read again after their parts were merged', async () => {
    const requests: ReadRequest[] = []
    const service = await open(requests)
    const { client } = await openTestStore()
    const onEachDay = async (statement: 'DROP' | 'OPTIMIZE') => {
      for (const daysAgo of [19, 20, 21]) {
        const day = new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10)
        const query = {
          DROP: 'ALTER TABLE events DROP PARTITION {day:String}',
          OPTIMIZE: 'OPTIMIZE TABLE events PARTITION {day:String} FINAL',
        }[statement]
        await client.clickhouse.command({ query, query_params: { day } })
      }
    }
    // Mutated parts that other tests left behind.
    await onEachDay('DROP')
    for (const seed of [8, 9]) await seedEvents(service, seed, { count: 50, daysAgo: [0, 20] })
    for (let times = 0; times < 2; times += 1) await service.get(queryIssueRanking, list)
    await onEachDay('OPTIMIZE')
    requests.length = 0
    await service.get(queryIssueRanking, list)
    expect(requests.map(({ name }) => name)).to.deep.equal(['settledDays', 'issueRankingByProject'])
    expect(readsOfSettledDays(requests)).to.deep.equal([])
    await expectSameOnce(service)
  })

  it('are read only for issues that are not remembered', async () => {
    const requests: ReadRequest[] = []
    const service = await open(requests)
    await seedEvents(service, 6, { count: 300, daysAgo: anyDay })
    await withoutMerges(async () => {
      for (let times = 0; times < 2; times += 1) {
        await service.get(queryIssueCounts, { ...page, issue_id: issueIds.slice(0, 5) })
      }
      requests.length = 0
      await service.get(queryIssueCounts, page)
    })
    const read = requests.find(
      ({ name, parameters }) => name === 'issueOccurrences' && parameters?.['countedFirstDay'] === undefined,
    )
    const others = issues.slice(5).flatMap(({ fingerprints }) => fingerprints)
    expect(read?.parameters?.['fingerprints']).to.deep.equal(others)
    await expectSameCounts(service)
  })

  it('of an issue with too many users to remember are counted in the store', async () => {
    const service = await open()
    const [issue] = issues
    const rows = Array.from({ length: limits.query.rememberedUsersMax + 10 }, (_, index) =>
      event({
        event_id: hexId(32, index),
        project_id: otherProject,
        fingerprint: issue?.fingerprints[0] ?? '',
        timestamp: nowMs - 10 * dayMs + index,
        user_key: `id:${index}`,
      }),
    )
    await service.seed('events', rows)
    await seedEvents(service, 7, { count: 100, daysAgo: anyDay })
    for (const round of ['whole', 'first', 'remembered']) {
      const { body } = await service.get(queryIssueCounts, page)
      expect(body.issues[0]?.users, round).to.equal(rows.length)
    }
    await expectSameCounts(service)
  })

  it('with more groups than a ranking returns are ranked in the store', async () => {
    const service = await open()
    const rows = Array.from({ length: 30 }, (_, index) =>
      event({
        event_id: hexId(32, index),
        fingerprint: hexId(32, index % 10),
        timestamp: nowMs - (index % 3) * 10 * dayMs,
        times_seen: 1 + index,
      }),
    )
    await service.seed('events', rows)
    for (const limit of [4, 4, 4, 10]) {
      const { projects, total } = (await service.get(queryIssueRanking, { ...list, limit })).body
      const plain = (await service.get(queryIssueRanking, { ...list, by_project: 'false', limit })).body
      expect(total).to.equal(10)
      expect(projects?.[0]?.fingerprints).to.have.members(plain.groups.map(({ fingerprint }) => fingerprint))
    }
  })
})
