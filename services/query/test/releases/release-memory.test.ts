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
  const rows = rowsOf(seed, seeded).map(({ id, atMs, ...row }, index) =>
    event({ ...row, event_id: id, timestamp: atMs, fingerprint: hexId(32, index % 9) }),
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

/** Lists are the same as those of a service that remembers nothing. */
async function expectSameOnce(service: QueryService, some = lists) {
  for (const query of some) {
    const { organizationId } = service
    const { body } = await (await openService({ organizationId })).get(queryReleases, query)
    expect(body.releases, 'the seed of the random rows').not.to.deep.equal([])
    expect((await service.get(queryReleases, query)).body, JSON.stringify(query)).to.deep.equal(body)
  }
}

/** Three times: read as a whole, read to be remembered, and recalled. */
async function expectSame(service: QueryService, some = lists) {
  for (let times = 0; times < 3; times += 1) await expectSameOnce(service, some)
}

/** The days that a list reads of: settled ones, the days since, or all. */
function readsOfFirstTimes(requests: readonly ReadRequest[]): string[] {
  return requests
    .filter(({ name }) => name === 'releasesFirstSeen')
    .map(({ parameters }) => {
      if (parameters?.['settledUntil'] !== undefined) return 'settled'
      return parameters?.['seenFrom'] === 0 ? 'all' : 'since'
    })
}

async function openCounting() {
  const requests: ReadRequest[] = []
  const service = await openService({ onRead: (request) => requests.push(request) })
  const readList = async () => {
    requests.length = 0
    await service.get(queryReleases, { since: '24h' })
    return readsOfFirstTimes(requests)
  }
  return { service, readList }
}

describe('first times of releases', () => {
  it('are the same, remembered or not, with late sessions and events', async () => {
    const service = await openService()
    await seedEvents(service, 1, { count: 150, daysAgo: anyDay })
    await seedSessions(service, 2, { count: 150, daysAgo: anyDay })
    await expectSame(service)
    await seedSessions(service, 3, { count: 20, daysAgo: [9, 50] })
    await expectSame(service)
    await seedEvents(service, 4, { count: 20, daysAgo: [4, 60] })
    await expectSame(service)
  })

  it('of settled days are read once, until a session or an event of these days is stored', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedEvents(service, 5, { count: 100, daysAgo: anyDay })
      await seedSessions(service, 6, { count: 100, daysAgo: anyDay })
      expect(await readList(), 'as a whole').to.deep.equal(['all'])
      expect(await readList()).to.deep.equal(['settled', 'since'])
      expect(await readList()).to.deep.equal(['since'])
      await seedSessions(service, 7, { count: 10, daysAgo: [0], withinMs: hourMs })
      expect(await readList(), 'after recent sessions').to.deep.equal(['since'])
      for (const seedLate of [seedSessions, seedEvents]) {
        await seedLate(service, 8, { count: 10, daysAgo: [9] })
        expect(await readList(), 'after late rows').to.deep.equal(['all'])
        expect(await readList(), 'once they stay the same').to.deep.equal(['settled', 'since'])
        expect(await readList()).to.deep.equal(['since'])
      }
    }))

  it('are remembered while sessions arrive that started some days ago', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedSessions(service, 9, { count: 100, daysAgo: anyDay })
      const read: string[][] = []
      for (let times = 0; times < 3; times += 1) {
        await seedSessions(service, 10 + times, { count: 10, daysAgo: [4], withinMs: hourMs })
        read.push(await readList())
      }
      expect(read).to.deep.equal([['all'], ['settled', 'since'], ['since']])
      await expectSame(service)
    }))

  for (const [table, seedTable, seedOther] of [
    ['events', seedEvents, seedSessions],
    ['sessions', seedSessions, seedEvents],
  ] as const) {
    it(`are read again after ${table} were deleted or their day was dropped`, async () => {
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

  it('of too many releases to remember are read each time', () =>
    withoutMerges(async () => {
      const { service, readList } = await openCounting()
      await seedSessions(service, 15, { count: 50, daysAgo: anyDay })
      const rows = Array.from({ length: limits.query.rememberedReleasesMax }, (_, index) =>
        session({ session_id: hexId(32, index), release: `api@${index}`, started: nowMs - 9 * dayMs }),
      )
      await service.seed('sessions', rows)
      expect(await readList()).to.deep.equal(['all'])
      expect(await readList()).to.deep.equal(['settled', 'all'])
      expect(await readList()).to.deep.equal(['all'])
      await expectSameOnce(service)
    }))
})
