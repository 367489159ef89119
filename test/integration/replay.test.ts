import { limits, batchMetaCodec } from '@signalbox/contracts'
import {
  createConsumerRole,
  createInlineProcessor,
  noProjectSettings,
  noSightings,
  replayTopic,
} from '@signalbox/consumer'
import { createMemoryLog, type EventLog } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import { createStoredRanges, type TelemetryWriter } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore, type TestStore } from '../../packages/telemetry-store/test/support/open-test-store.js'
import { eventually } from '../support/eventually.js'
import { createSpan, newEventId } from '../support/telemetry.js'

const { retentionDays } = limits
const spansPerRecord = 3
const group = 'signalbox-consumer'

describe('a replay of a time range', () => {
  let store: TestStore
  let log: EventLog
  let now: number

  before(async () => {
    store = await openTestStore()
  })
  beforeEach(async () => {
    await store.truncate()
    now = 1_000
    log = createMemoryLog({ clock: () => now })
    // Retains consumed records, like Kafka.
    await log.openConsumer({ group: 'keeper', topics: ['spans'], limits: { rowsMax: 1, bytesMax: 1, waitMs: 0 } })
  })
  afterEach(() => log.close())

  /** One record at each of the times 1 000, 1 001 and so on. */
  const append = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const meta = { organizationId: 'org-1', receivedAt: Date.now(), encoding: 'identity', omitted: [] } as const
      const spans = Array.from({ length: spansPerRecord }, () => createSpan({ trace_id: newEventId() }))
      const value = Buffer.from(JSON.stringify({ spans }))
      await log.append('spans', [
        { headers: batchMetaCodec.encode({ ...meta, omitted: [] }), value, rows: spansPerRecord },
      ])
      now += 1
    }
  }
  /** In batches of four records. */
  const consume = async () => {
    const role = createConsumerRole({
      eventLog: log,
      writer: store.writer,
      processor: createInlineProcessor({ retentionDays }),
      projectSettings: noProjectSettings,
      sightings: noSightings,
      log: silentLog,
      limits: { rowsMax: 4 * spansPerRecord, bytesMax: 1_000_000, waitMs: 1 },
    })
    role.start()
    await eventually(async () => {
      const lag = (await log.lag(group)).find(({ topic }) => topic === 'spans')
      expect(lag?.records).to.equal(0)
    })
    await role.stop()
  }
  const replay = (from: number, to: number, changes: { writer?: TelemetryWriter; isDryRun?: boolean } = {}) =>
    replayTopic(
      { topic: 'spans', from, to },
      {
        eventLog: log,
        stored: createStoredRanges(store.client),
        writer: store.writer,
        processor: createInlineProcessor({ retentionDays }),
        projectSettings: noProjectSettings,
        sightings: noSightings,
        id: newEventId(),
        // Batch boundaries other than the consumer's.
        limits: { rowsMax: 7 * spansPerRecord, bytesMax: 1_000_000 },
        isDryRun: false,
        ...changes,
      },
    )
  /** Everything that a query or projection can reveal about stored data. */
  const read = async () => {
    const ask = async (query: string) => {
      const answer = await store.client.clickhouse.query({ query, format: 'JSONEachRow' })
      return (await answer.json<{ rows: number }>())[0]?.rows
    }
    return {
      spans: await ask('SELECT toUInt32(count()) AS rows FROM spans'),
      distinct: await ask('SELECT toUInt32(uniqExact(span_id)) AS rows FROM spans'),
      roots: await ask('SELECT toUInt32(count()) AS rows FROM root_spans'),
      counted: await ask("SELECT toUInt32(sum(quantity)) AS rows FROM outcomes WHERE outcome = 'stored'"),
    }
  }

  it('duplicates and loses nothing, wherever it begins and ends', async () => {
    await append(20)
    await consume()
    const before = await read()
    expect(before).to.include({ spans: 60, distinct: 60, counted: 60 })
    for (const [from, to] of [
      [1_000, 1_020],
      [1_005, 1_006],
      [1_011, 9_999],
    ] as const) {
      await replay(from, to)
      expect(await read(), `from ${from} to ${to}`).to.deep.equal(before)
    }
  })

  it('replaces complete batches: the reported number, and only those requested and their neighbors', async () => {
    await append(20)
    await consume()
    const [partition] = await replay(1_005, 1_006)
    expect(partition?.counts).to.deep.include({ records: 4, removed: 25, inserted: 25 })
  })

  it('restores rows that the store has lost', async () => {
    await append(20)
    await consume()
    const before = await read()
    await store.truncate()
    await replay(1_000, 1_020)
    expect(await read()).to.deep.equal(before)
    await store.client.clickhouse.command({ query: 'TRUNCATE TABLE spans' })
    await replay(1_000, 1_020)
    expect(await read()).to.deep.equal(before)
  })

  it('that is interrupted is completed by repeating it', async () => {
    await append(20)
    await consume()
    const before = await read()
    for (const breaksAt of [1, 2]) {
      let writes = 0
      const writer: TelemetryWriter = {
        ...store.writer,
        write: (request) => {
          writes += 1
          return writes === breaksAt ? Promise.reject(new Error('killed')) : store.writer.write(request)
        },
      }
      const failure: unknown = await replay(1_002, 1_018, { writer }).catch((error: unknown) => error)
      expect(failure).to.be.instanceOf(Error)
      expect((await read()).spans).to.be.lessThan(60)
      await replay(1_002, 1_018)
      expect(await read(), `broken off at ${breaksAt}`).to.deep.equal(before)
    }
  })

  it('does not touch uncommitted records', async () => {
    await append(8)
    await consume()
    await append(4)
    await replay(0, 9_999)
    expect((await read()).spans).to.equal(24)
    await consume()
    expect(await read()).to.include({ spans: 36, distinct: 36, counted: 36 })
  })

  it('only reports its plan in a dry run', async () => {
    await append(8)
    await consume()
    await store.client.clickhouse.command({ query: 'TRUNCATE TABLE spans' })
    const before = await read()
    const [partition] = await replay(0, 9_999, { isDryRun: true })
    expect(partition?.counts).to.include({ records: 8 })
    expect((partition?.counts.inserted ?? 0) - (partition?.counts.removed ?? 0)).to.equal(24)
    expect(await read()).to.deep.equal(before)
  })
})
