import { limits, envelopeMetaCodec, batchMetaCodec } from '@signalbox/contracts'
import {
  createConsumerRole,
  createInlineProcessor,
  noProjectSettings,
  noSightings,
  type ConsumerRole,
} from '@signalbox/consumer'
import type { EventLog } from '@signalbox/event-log'
import { openKafkaLog } from '@signalbox/event-log/kafka'
import { silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  closeTestServer,
  openTestStore,
  testServerUrl,
  type TestStore,
} from '../../packages/telemetry-store/test/support/open-test-store.js'
import { eventually } from '../support/eventually.js'
import { sendRecordedRequest } from '../conformance/send-request.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { readRecordedRequests } from '../support/recorded-requests.js'
import { startKafka, type KafkaCluster } from '../support/kafka/kafka-broker.js'
import { bundleProgram } from '../support/bundle-program.js'
import { createCleanup } from '../support/cleanup.js'
import { createSpan, newEventId } from '../support/telemetry.js'

const project = { id: 'project-1', number: 1, name: 'shop' }
const items = 60
const times = 3

describe('items that are sent again while two consumers share the partitions', () => {
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let store: TestStore
  const logs: EventLog[] = []
  const roles: ConsumerRole[] = []

  before(async () => {
    kafka = cleanup.add(await startKafka(1), (cluster) => cluster.remove())
    store = await openTestStore()
    await store.truncate()
    for (let index = 0; index < 2; index += 1) {
      const options = { brokers: kafka.brokers, topics: { partitions: 4 }, sessionTimeoutMs: 6_000 }
      logs.push(await openKafkaLog(options))
    }
    for (const eventLog of logs) roles.push(startRole(eventLog))
  })
  after(async () => {
    await Promise.allSettled(roles.map((role) => role.stop()))
    await Promise.allSettled(logs.map((log) => log.close()))
    await cleanup.run()
  })

  function startRole(eventLog: EventLog): ConsumerRole {
    const processor = createInlineProcessor({ retentionDays: limits.retentionDays })
    const surroundings = { projectSettings: noProjectSettings, sightings: noSightings, log: silentLog }
    const batchLimits = { rowsMax: 5, bytesMax: 1_000_000, waitMs: 5 }
    const role = createConsumerRole({ eventLog, writer: store.writer, processor, ...surroundings, limits: batchLimits })
    role.start()
    return role
  }

  it('are stored once, whichever process received them, and the ledger counts the others as duplicates', async () => {
    const [one, two] = logs
    if (!one || !two) throw new Error('there are two logs')
    const appends: (() => Promise<void>)[] = []
    for (let item = 0; item < items; item += 1) {
      const [appendEvent, appendSpan] = [createEventAppend(), createSpanAppend()]
      for (let time = 0; time < times; time += 1) {
        const log = (item + time) % 2 === 0 ? one : two
        appends.push(
          () => appendEvent(log),
          () => appendSpan(log),
        )
      }
    }
    await Promise.all(appends.map((append) => append()))
    await eventually(async () => expect(await sumLedger()).to.equal(2 * items * times), { withinMs: 60_000 })
    expect(await readNumber('SELECT toUInt32(count()) AS n FROM events')).to.equal(items)
    expect(await readNumber('SELECT toUInt32(count()) AS n FROM spans')).to.equal(items)
    expect(await sumLedger("outcome = 'stored'")).to.equal(2 * items)
    expect(await sumLedger("outcome = 'dropped' AND reason = 'duplicate'")).to.equal(2 * items * (times - 1))
  })

  const sumLedger = (condition = '1') =>
    readNumber(`SELECT toUInt32(sum(quantity)) AS n FROM outcomes WHERE ${condition}`)

  async function readNumber(query: string): Promise<number | undefined> {
    const answer = await store.client.clickhouse.query({ query, format: 'JSONEachRow' })
    return (await answer.json<{ n: number }>())[0]?.n
  }
})

describe('SDK requests that are sent again while one of two consumers is killed', () => {
  const prefix = 'killed.'
  const identified = {
    error: { table: 'events', identity: 'event_id' },
    span: { table: 'spans', identity: 'concat(trace_id, span_id)' },
    check_in: { table: 'check_ins', identity: "concat(check_in_id, ' ', toString(status))" },
    attachment: { table: 'attachments', identity: "concat(event_id, ' ', name)" },
    feedback: { table: 'feedback', identity: 'feedback_id' },
  }
  const cleanup = createCleanup()
  let kafka: KafkaCluster
  let signalbox: InProcessSignalbox
  let dying: ChildProcess

  before(async () => {
    kafka = cleanup.add(await startKafka(1), (cluster) => cluster.remove())
    const options = { brokers: kafka.brokers, prefix, topics: { partitions: 4 }, sessionTimeoutMs: 6_000 }
    const eventLog = await openKafkaLog(options)
    signalbox = cleanup.add(await startInProcess({ eventLog }), async (own) => {
      await own.close()
      await closeTestServer()
    })
    const program = await bundleProgram(join(import.meta.dirname, 'support', 'consume-until-killed.ts'))
    const parameters = [kafka.brokers[0] ?? '', prefix, await testServerUrl()]
    dying = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
    cleanup.add(dying, (own) => own.kill('SIGKILL'))
  })
  after(() => cleanup.run())

  it('are stored once, and the ledger balances', async () => {
    const requests = (await readRecordedRequests()).filter(({ method }) => method === 'POST')
    let rounds = 0
    const sendAll = async () => {
      for (const request of requests) await sendRecordedRequest(request, signalbox.url, signalbox.project)
      rounds += 1
    }
    let isWritten = false
    dying.stdout?.once('data', () => (isWritten = true))
    // Until it gets partitions, the other consumer reads everything.
    await eventually(() => sendAll().then(() => expect(isWritten).to.equal(true)), { withinMs: 60_000 })
    dying.kill('SIGKILL')
    await once(dying, 'exit')
    await sendAll()
    await sendAll()
    await eventually(
      async () => {
        const lags = (await signalbox.eventLog.lag('signalbox-consumer')).filter(({ topic }) => topic === 'envelopes')
        expect(lags.filter(({ records }) => records > 0)).to.deep.equal([])
      },
      { withinMs: 90_000 },
    )
    const ledger = await signalbox.readLedger()
    for (const [kind, { table, identity }] of Object.entries(identified)) {
      const stored = await signalbox.readColumn(table, identity)
      expect(stored, table).to.have.length(new Set(stored).size)
      expect(stored, table).to.have.length.above(0)
      expect(ledger[`${kind} stored`], kind).to.equal(stored.length)
      expect(ledger[`${kind} dropped duplicate`], kind).to.equal((rounds - 1) * stored.length)
    }
    const events = requests
      .flatMap(({ expect: { items = [] } }) => items)
      .filter(({ item }) => /^(store-)?event$/.test(item))
    expect(ledger['error stored']).to.equal(events.length)
  })
})

/** Like ingest's appends of an event: under its id. */
function createEventAppend() {
  const eventId = newEventId()
  const lines = [{ event_id: eventId }, { type: 'event' }, { event_id: eventId, timestamp: Date.now() / 1_000 }]
  const value = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  return (log: EventLog) => {
    const headers = envelopeMetaCodec.encode({
      ...{ organizationId: 'org-1', project, receivedAt: Date.now() },
      ...{ encoding: 'identity', form: 'envelope', eventId, omitted: [] },
    })
    return log.append('envelopes', [{ headers, value, rows: 1 }], { partitionKey: eventId })
  }
}

/** Like ingest's appends of spans: under their trace. */
function createSpanAppend() {
  const trace_id = newEventId()
  const value = Buffer.from(JSON.stringify({ spans: [createSpan({ trace_id })] }))
  return (log: EventLog) => {
    const meta = { organizationId: 'org-1', receivedAt: Date.now(), encoding: 'identity' as const, omitted: [] }
    return log.append('spans', [{ headers: batchMetaCodec.encode(meta), value, rows: 1 }], { partitionKey: trace_id })
  }
}
