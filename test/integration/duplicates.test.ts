import { limits, envelopeMetaCodec } from '@signalbox/contracts'
import { createConsumerRole, createInlineProcessor, noProjectSettings, noSightings } from '@signalbox/consumer'
import { createMemoryLog, type EventLog } from '@signalbox/event-log'
import { silentLog } from '@signalbox/service-kit'
import type { TelemetryWriter } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { openTestStore, type TestStore } from '../../packages/telemetry-store/test/support/open-test-store.js'
import { eventually } from '../support/eventually.js'
import { readRecordedRequests } from '../support/recorded-requests.js'
import { newEventId } from '../support/telemetry.js'

const { retentionDays } = limits
const project = { id: 'project-1', number: 1, name: 'shop' }
const newSpanId = () => newEventId().slice(0, 16)

/**
 * Everything with an identity: 1 event, 3 spans including 1 root, 2 check-ins of one run, 1 attachment, 1 user report
 * and 1 feedback.
 */
function createEnvelopes(now = Date.now(), header: object = {}): string[] {
  const [eventId, transactionId, trace_id, span_id] = [newEventId(), newEventId(), newEventId(), newSpanId()]
  const feedbackId = newEventId()
  const contexts = { feedback: { message: 'The button does nothing' } }
  const timestamp = now / 1_000
  const times = { start_timestamp: timestamp - 1, timestamp }
  const child = () => ({ trace_id, span_id: newSpanId(), parent_span_id: span_id, op: 'db', ...times })
  const transaction = {
    type: 'transaction',
    transaction: 'GET /',
    ...times,
    contexts: { trace: { trace_id, span_id } },
  }
  const check_in_id = newEventId()
  const checkIn = (status: string) => ({ check_in_id, monitor_slug: 'nightly', status })
  const envelope = (event_id: string | undefined, items: readonly (readonly [object, unknown])[]) =>
    [{ event_id, ...header }, ...items.flat()]
      .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
      .join('\n')
  return [
    envelope(eventId, [
      [{ type: 'event' }, { event_id: eventId, timestamp, message: 'declined' }],
      [{ type: 'attachment', filename: 'cart.txt', length: 4 }, 'cart'],
      [{ type: 'user_report' }, { event_id: eventId, name: 'Ada', comments: 'It failed' }],
    ]),
    envelope(feedbackId, [[{ type: 'feedback' }, { event_id: feedbackId, timestamp, contexts }]]),
    envelope(transactionId, [[{ type: 'transaction' }, { ...transaction, spans: [child(), child()] }]]),
    envelope(undefined, [[{ type: 'check_in' }, checkIn('in_progress')]]),
    envelope(undefined, [[{ type: 'check_in' }, checkIn('ok')]]),
  ]
}

/** Items with an identity, by ledger kind. */
const kindsOnce = ['error', 'span', 'check_in', 'attachment', 'feedback']
const once = { events: 1, spans: 3, root_spans: 1, check_ins: 2, attachments: 1, feedback: 2 }
const units = 1 + 3 + 2 + 1 + 2
const multiply = (counts: Readonly<Record<string, number>>, times: number) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * times]))

describe('items that are sent again', () => {
  let store: TestStore
  let log: EventLog

  before(async () => {
    store = await openTestStore()
  })
  beforeEach(async () => {
    await store.truncate()
    log = createMemoryLog()
  })
  afterEach(() => log.close())

  const recordHeaders = (receivedAt: number, encoding: 'identity' | 'gzip' = 'identity') =>
    envelopeMetaCodec.encode({ organizationId: 'org-1', project, receivedAt, encoding, form: 'envelope', omitted: [] })
  const append = async (envelopes: readonly string[], receivedAt = Date.now()) => {
    for (const value of envelopes) {
      await log.append('envelopes', [{ headers: recordHeaders(receivedAt), value: Buffer.from(value), rows: 1 }])
    }
  }
  /** Consumes until nothing is left; each record is its own batch unless more are allowed. */
  const consume = (rowsMax = 1, writer: TelemetryWriter = store.writer) => {
    const processor = createInlineProcessor({ retentionDays })
    const surroundings = { projectSettings: noProjectSettings, sightings: noSightings, log: silentLog }
    const limits = { rowsMax, bytesMax: 1_000_000, waitMs: 1 }
    const role = createConsumerRole({ eventLog: log, writer, processor, ...surroundings, limits, stopWaitMs: 1 })
    role.start()
    return {
      done: async () => {
        await eventually(async () => {
          const lag = (await log.lag('signalbox-consumer')).find(({ topic }) => topic === 'envelopes')
          expect(lag?.records).to.equal(0)
        })
        await role.stop()
      },
      stop: () => role.stop(),
    }
  }
  const consumeAll = (rowsMax?: number) => consume(rowsMax).done()
  const ask = async <Row>(query: string) => {
    const answer = await store.client.clickhouse.query({ query, format: 'JSONEachRow' })
    return answer.json<Row>()
  }
  const countRows = async () => {
    const counts = Object.keys(once).map(async (table) => {
      const [found] = await ask<{ rows: number }>(`SELECT toUInt32(count()) AS rows FROM ${table}`)
      return [table, found?.rows] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }
  const readLedger = async () => {
    const query = 'SELECT outcome, reason, toUInt32(sum(quantity)) AS quantity FROM outcomes GROUP BY outcome, reason'
    const rows = await ask<{ outcome: string; reason: string; quantity: number }>(query)
    return Object.fromEntries(rows.map(({ outcome, reason, quantity }) => [`${outcome} ${reason}`.trim(), quantity]))
  }

  const readKinds = () =>
    ask<{ kind: string; stored: number; all: number }>(
      "SELECT kind, toUInt32(sumIf(quantity, outcome = 'stored')) AS stored, toUInt32(sum(quantity)) AS all " +
        'FROM outcomes GROUP BY kind',
    )

  for (const [name, rowsMax] of [
    ['in batches of their own', 1],
    ['in one batch', 1_000],
  ] as const) {
    it(`three times ${name} are stored once, and counted as duplicates`, async () => {
      const envelopes = createEnvelopes()
      await append([...envelopes, ...envelopes, ...envelopes])
      await consumeAll(rowsMax)
      expect(await countRows()).to.deep.equal(once)
      expect(await readLedger()).to.deep.equal({ stored: units, 'dropped duplicate': 2 * units })
    })
  }

  it('to a consumer that has just started are stored once', async () => {
    const envelopes = createEnvelopes()
    for (let start = 0; start < 3; start += 1) {
      await append(envelopes)
      await consumeAll()
    }
    expect(await countRows()).to.deep.equal(once)
    expect(await readLedger()).to.deep.equal({ stored: units, 'dropped duplicate': 2 * units })
  })

  it('to a consumer that has just started are stored once, even beside items of a clock that is ahead', async () => {
    const ahead = createEnvelopes(Date.now() + 1_800_000)
    await append(ahead)
    await consumeAll()
    const envelopes = createEnvelopes()
    for (let start = 0; start < 3; start += 1) {
      await append([...envelopes, ...ahead])
      await consumeAll()
    }
    expect(await countRows()).to.deep.equal(multiply(once, 2))
    expect(await readLedger()).to.deep.equal({ stored: 2 * units, 'dropped duplicate': 5 * units })
  })

  for (const hours of [1, 24]) {
    it(`${hours} h later, when the sender's clock counts as wrong, are stored once`, async () => {
      const before = Date.now() - hours * 3_600_000
      const sent = createEnvelopes(before, { sent_at: new Date(before).toISOString() })
      await append(sent, before)
      await consumeAll()
      await append(sent)
      await consumeAll()
      expect(await countRows()).to.deep.equal(once)
    })
  }

  it('do not affect new items beside them', async () => {
    const envelopes = createEnvelopes()
    await append(envelopes)
    await consumeAll(1_000)
    await append([...createEnvelopes(), ...envelopes, ...createEnvelopes()])
    await consumeAll(1_000)
    expect(await countRows()).to.deep.equal(multiply(once, 3))
    expect(await readLedger()).to.deep.equal({ stored: 3 * units, 'dropped duplicate': units })
  })

  it('as SDKs sent them are stored once, resent immediately and to a consumer that has just started', async () => {
    const requests = await readRecordedRequests()
    const recorded = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/envelope/'))
    expect(recorded).to.have.length.above(50)
    const appendAll = async () => {
      for (const { headers: sent, body } of recorded) {
        const isPacked = sent.some(([name]) => name.toLowerCase() === 'content-encoding')
        const encoding = isPacked ? 'gzip' : 'identity'
        await log.append('envelopes', [{ headers: recordHeaders(Date.now(), encoding), value: body, rows: 1 }])
      }
    }
    await appendAll()
    await consumeAll(1_000)
    const [rows, ledger] = [await countRows(), await readKinds()]
    expect(rows['events']).to.be.above(20)
    await appendAll()
    await appendAll()
    await consumeAll(1_000)
    expect(await countRows()).to.deep.equal(rows)
    for (const { kind, stored, all } of await readKinds()) {
      const before = ledger.find((each) => each.kind === kind)
      expect(all, `all of kind ${kind}`).to.equal(3 * (before?.all ?? 0))
      if (kindsOnce.includes(kind)) expect(stored, `stored of kind ${kind}`).to.equal(before?.stored)
    }
  })

  it('from different projects are distinct', async () => {
    const [envelope = ''] = createEnvelopes()
    await append([envelope])
    const headers = envelopeMetaCodec.encode({
      ...{ organizationId: 'org-1', project: { ...project, id: 'project-2' }, receivedAt: Date.now() },
      ...{ encoding: 'identity', form: 'envelope', omitted: [] },
    })
    await log.append('envelopes', [{ headers, value: Buffer.from(envelope), rows: 1 }])
    await consumeAll()
    expect(await countRows()).to.include({ events: 2, attachments: 2 })
  })

  it("are stored once if the consumer dies between the first one's insert and commit", async () => {
    const envelopes = createEnvelopes()
    await append([...envelopes, ...envelopes])
    let isWritten = false
    const dying = consume(1_000, {
      ...store.writer,
      write: async (request) => {
        await store.writer.write(request)
        isWritten = true
        throw new Error('killed')
      },
    })
    await eventually(() => expect(isWritten).to.equal(true))
    await dying.stop()
    await append(envelopes)
    await consumeAll()
    expect(await countRows()).to.deep.equal(once)
    expect(await readLedger()).to.deep.equal({ stored: units, 'dropped duplicate': 2 * units })
  })
})
