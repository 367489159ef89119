import type { LogRecordInput } from '@signalbox/event-log'
import { logContainer, logEntry, measurement, metricContainer } from './containers.js'
import {
  childSpan,
  envelopeBody,
  envelopeRecord,
  spanContainer,
  streamedSpan,
  transaction,
  type EnvelopeItemText,
} from './records.js'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface CountedItem extends EnvelopeItemText {
  quantity: number
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!
}

function repeat<T>(random: Random, max: number, make: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (max + 1)) }, make)
}

function anyTime(random: Random): number {
  return 1_795_248_029 + pick(random, [0, 0, 0, -400 * 86_400, 400 * 86_400])
}

const makers: readonly ((random: Random) => CountedItem)[] = [
  () => ({ header: { type: 'event' }, payload: { message: 'hello' }, quantity: 1 }),
  () => ({ header: { type: 'event' }, payload: '[1, 2', quantity: 1 }),
  () => ({ header: { type: 'event' }, payload: 'null', quantity: 1 }),
  (random) => {
    const spans = repeat(random, 4, () => childSpan({ start_timestamp: anyTime(random), timestamp: 1_900_000_000 }))
    return { header: { type: 'transaction' }, payload: transaction({ spans }), quantity: spans.length + 1 }
  },
  (random) => {
    const spans = repeat(random, 4, () => pick(random, [childSpan(), childSpan({ span_id: 'no' }), 7]))
    return { header: { type: 'transaction' }, payload: transaction({ spans }), quantity: spans.length + 1 }
  },
  () => ({ header: { type: 'transaction' }, payload: { transaction: 'without trace' }, quantity: 1 }),
  (random) => {
    const spans = [streamedSpan(), ...repeat(random, 5, () => pick(random, [streamedSpan(), {}, null, 'text']))]
    return { ...spanContainer(spans), quantity: spans.length }
  },
  () => ({ ...spanContainer([streamedSpan()], 2), quantity: 2 }),
  () => ({ ...spanContainer([streamedSpan()], 'many'), quantity: 1 }),
  () => ({ header: { type: 'span' }, payload: childSpan(), quantity: 1 }),
  () => ({ header: { type: 'log', item_count: 5 }, payload: { items: [] }, quantity: 5 }),
  (random) => {
    const entries = [logEntry(), ...repeat(random, 5, () => pick(random, [logEntry({ timestamp: 5 }), {}, null, 'x']))]
    return { ...logContainer(entries), quantity: entries.length }
  },
  (random) => {
    const entries = [...repeat(random, 5, () => pick(random, [measurement(), measurement({ value: 'x' }), 7])), {}]
    return { ...metricContainer(entries), quantity: entries.length }
  },
  () => ({ ...logContainer([]), quantity: 1 }),
  () => ({ header: { type: 'session' }, payload: {}, quantity: 1 }),
  (random) => {
    const payload = { started: anyTime(random), attrs: { release: 'shop@1' } }
    return { header: { type: 'session' }, payload, quantity: 1 }
  },
  (random) => {
    const sum = () => ({ started: anyTime(random), exited: 2, crashed: 1 })
    const payload = { aggregates: repeat(random, 4, sum), attrs: { release: 'shop@1' } }
    return { header: { type: 'sessions' }, payload, quantity: 1 }
  },
  (random) => {
    const payload = { monitor_slug: 'nightly', status: pick(random, ['ok', 'error', 'lost']) }
    return { header: { type: 'check_in' }, payload, quantity: 1 }
  },
  (random) => {
    const message = pick(random, ['It broke', '', null])
    return { header: { type: 'feedback' }, payload: { contexts: { feedback: { message } } }, quantity: 1 }
  },
  () => ({ header: { type: 'user_report' }, payload: { comments: 'It broke' }, quantity: 1 }),
  () => ({ header: { type: 'attachment', filename: 'a.txt' }, payload: '', quantity: 1 }),
  (random) => {
    const report = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } }
    const reports = [report, ...repeat(random, 3, () => pick(random, [report, {}, null]))]
    return { header: { type: 'raw_security' }, payload: reports, quantity: reports.length }
  },
  () => ({ header: { type: 'never_seen' }, payload: 'x', quantity: 1 }),
]

/** An envelope with all kinds of items, and the quantity that the ledger must count. */
export function randomEnvelope(random: Random): { record: LogRecordInput; quantity: number } {
  const items = repeat(random, 6, () => pick(random, makers)(random))
  const left = items.length > 0 && random() < 0.2 ? 0 : undefined
  const omitted =
    left === undefined
      ? []
      : [{ index: left, kind: 'error', outcome: 'rate_limited', reason: 'key_rate_limit', quantity: 3 } as const]
  const body = envelopeBody(items, { sent_at: '2026-11-21T08:00:30.000Z' })
  const counted = items.reduce((sum, { quantity }, index) => sum + (index === left ? 3 : quantity), 0)
  return { record: envelopeRecord(body, { omitted }), quantity: counted }
}
