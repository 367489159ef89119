import { dayMs, hourMs, limits, queryReleases } from '@signalbox/contracts'
import type { ReadRequest } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore } from '../../../../packages/telemetry-store/test/support/open-test-store.js'
import { createRandom } from '../../../../test/support/random.js'
import { nowMs, projectId } from '../support/fixed-world.js'
import { session } from '../support/health-rows.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId } from '../support/rows.js'
import { withoutMerges } from '../support/without-merges.js'

const otherProject = projectId.replace(/1$/, '2')
const names = Array.from({ length: 6 }, (_, index) => `shop@1.${index}.0`)

/** Few, because an insert writes a part for each. */
const anyDay = [0, 2, 4, 9, 39] as const

let rowCount = 0

interface Seeded {
  count: number
  daysAgo: readonly [number, ...number[]]
  withinMs?: number
}

function rowsOf(seed: number, { count, daysAgo, withinMs = dayMs }: Seeded) {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    rowCount += 1
    return {
      id: hexId(32, rowCount),
      project_id: random.pick([projectId, otherProject]),
      release: random.pick(['', ...names]),
      environment: random.pick(['production', 'staging']),
      // Some are from the future: senders' clocks may be ahead.
      atMs: nowMs - random.pick(daysAgo) * dayMs - random.integer(-60_000, withinMs),
    }
  })
}

async function seedEvents(service: QueryService, seed: number, seeded: Seeded) {
  const random = createRandom(seed)
  const rows = rowsOf(seed, seeded).map(({ id, atMs, ...row }) =>
    event({
      ...row,
      event_id: id,
      // Some fingerprints are first seen in several releases at once.
      timestamp: atMs - (atMs % random.pick([1, 6 * hourMs])),
      fingerprint: hexId(32, random.integer(1, 60)),
    }),
  )
  await service.seed('events', rows)
}

async function seedSessions(service: QueryService, seed: number, seeded: Seeded) {
  const rows = rowsOf(seed, seeded)
    .filter(({ release }) => release !== '')
    .map(({ id, atMs, ...row }) => session({ ...row, session_id: id, started: atMs }))
  await service.seed('sessions', rows)
}

const dayOf = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10)

const lists: Record<string, string>[] = [
  { since: '24h' },
  { since: '7d', environment: 'staging' },
  { since: '24h', project_id: projectId },
  { since: '24h', release: names[0] ?? '' },
  { since: '30d', end: new Date(nowMs - 3 * dayMs).toISOString(), environment: 'production' },
]

/**
 * Lists are the same as those of a service that remembers nothing, three times: read as a whole, read to be remembered, and
 * recalled.
 */
async function expectSame(service: QueryService, some = lists) {
  const { organizationId } = service
  for (const query of some) {
    const { body } = await (await openService({ organizationId })).get(queryReleases, query)
    expect(body.releases, 'the seed of the random rows').not.to.deep.equal([])
    for (const time of ['as a whole', 'to be remembered', 'recalled']) {
      expect((await service.get(queryReleases, query)).body, `${time}: ${JSON.stringify(query)}`).to.deep.equal(body)
    }
  }
}

/** What a list reads of first times and first releases: settled days of either, the days since, or all. */
function readsOfFirst(requests: readonly ReadRequest[]): string[] {
  return requests.flatMap(({ name, parameters = {} }) => {
    if (name === 'releasesOrigins') return ['settled releases']
    if (name !== 'releasesFirstSeen' && name !== 'releasesNewIssues') return []
    if (parameters['settledUntil'] !== undefined) return ['settled times']
    const isSince = parameters['sinceMs'] !== undefined || Number(parameters['seenFrom']) > 0
    const what = name === 'releasesFirstSeen' ? 'times' : 'releases'
    return [isSince ? `recent ${what}` : `all ${what}`]
  })
}

const all = ['all times', 'all releases']
const settled = ['settled times', 'settled releases']
const recent = ['recent times', 'recent releases']

async function openCounting() {
  const requests: ReadRequest[] = []
  const service = await openService({ onRead: (request) => requests.push(request) })
  const readList = async () => {
    requests.length = 0
    await service.get(queryReleases, { since: '24h' })
    return readsOfFirst(requests)
  }
  return { service, readList }
}

describe('memory of releases', () => {
  it('changes no list, with late sessions and events', async () => {
    const service = await openService()
    await seedEvents(service, 1, { count: 150, daysAgo: anyDay })
    await seedSessions(service, 2, { count: 150, daysAgo: anyDay })
    await expectSame(service)
    await seedSessions(service, 3, { count: 20, daysAgo: [9, 50] })
    await expectSame(service)
    await seedEvents(service, 4, { count: 20, daysAgo: [4, 60] })
    await expectSame(service)
  })

  it('has settled days read once, until a session or an event of these days is stored', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedEvents(service, 5, { count: 100, daysAgo: anyDay })
      await seedSessions(service, 6, { count: 100, daysAgo: anyDay })
      expect(await readList(), 'as a whole').to.have.members(all)
      expect(await readList()).to.have.members([...settled, ...recent])
      expect(await readList()).to.have.members(recent)
      await seedSessions(service, 7, { count: 10, daysAgo: [0], withinMs: hourMs })
      expect(await readList(), 'after recent sessions').to.have.members(recent)
      for (const seedLate of [seedSessions, seedEvents]) {
        await seedLate(service, 8, { count: 10, daysAgo: [9] })
        expect(await readList(), 'after late rows').to.have.members(all)
        expect(await readList(), 'once they stay the same').to.have.members([...settled, ...recent])
        expect(await readList()).to.have.members(recent)
      }
    }))

  it('keeps earlier days while sessions arrive that started some days ago', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedSessions(service, 9, { count: 100, daysAgo: anyDay })
      const read: string[][] = []
      for (let times = 0; times < 3; times += 1) {
        await seedSessions(service, 10 + times, { count: 10, daysAgo: [4], withinMs: hourMs })
        read.push(await readList())
      }
      expect(read.map((names) => names.sort())).to.deep.equal(
        [all, [...settled, ...recent], recent].map((some) => some.toSorted()),
      )
      await expectSame(service)
    }))

  for (const [table, seedTable, seedOther] of [
    ['events', seedEvents, seedSessions],
    ['sessions', seedSessions, seedEvents],
  ] as const) {
    it(`is renewed after ${table} were deleted or their day was dropped`, async () => {
      const service = await openService()
      await seedTable(service, 13, { count: 100, daysAgo: [0, 9, 39] })
      await seedOther(service, 14, { count: 50, daysAgo: [0] })
      const { client } = await openTestStore()
      const { organizationId } = service
      const statements = {
        DELETE: `DELETE IN PARTITION {day:String} WHERE organization_id = {organizationId:String} SETTINGS mutations_sync = 2`,
        DROP: 'DROP PARTITION {day:String}',
      }
      await expectSame(service, lists.slice(0, 2))
      for (const [statement, days] of [
        ['DELETE', [39, 40]],
        ['DROP', [9, 10]],
      ] as const) {
        for (const daysAgo of days) {
          const query = `ALTER TABLE ${table} ${statements[statement]}`
          await client.clickhouse.command({ query, query_params: { day: dayOf(daysAgo), organizationId } })
        }
        await expectSame(service, lists.slice(0, 2))
      }
    })
  }

  it('has no room for too many releases: all times are read for each list', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedSessions(service, 15, { count: 50, daysAgo: anyDay })
      const rows = Array.from({ length: limits.query.rememberedReleasesMax }, (_, index) =>
        session({ session_id: hexId(32, index), release: `api@${index}`, started: nowMs - 9 * dayMs }),
      )
      await service.seed('sessions', rows)
      expect(await readList()).to.have.members(all)
      expect(await readList()).to.have.members([...settled, 'all times', 'recent releases'])
      expect(await readList()).to.have.members(['all times', 'recent releases'])
      await expectSame(service)
    }))

  it('has no room for too many fingerprints: all first releases are read for each list', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedEvents(service, 16, { count: 150, daysAgo: anyDay })
      const rows = Array.from({ length: limits.query.rememberedOriginsMax }, (_, index) =>
        event({ event_id: hexId(32, index), fingerprint: hexId(32, 100 + index), timestamp: nowMs - 9 * dayMs }),
      )
      await service.seed('events', rows)
      expect(await readList()).to.have.members(all)
      expect(await readList()).to.have.members([...settled, 'recent times', 'all releases'])
      expect(await readList()).to.have.members(['recent times', 'all releases'])
      await expectSame(service)
    }))
})
