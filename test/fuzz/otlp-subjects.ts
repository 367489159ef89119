import { readFileSync } from 'node:fs'
import { limits, otlpMetaCodec, type OtlpMeta } from '@signalbox/contracts'
import { processBatch, type ProcessedBatch } from '@signalbox/consumer'
import {
  MalformedError,
  peekRemoteWrite,
  peekRemoteWrite2,
  surveyLogs,
  surveyMetrics,
  surveyRemoteWrite,
  surveyTraces,
  TooLargeError,
  uncompressSnappy,
} from '@signalbox/otlp'
import type { Random } from '../support/random.js'
import { flipBytes, mutateBytes, mutateField, type Json } from './mutations.js'
import { countedItems, type FuzzSubject } from './subject.js'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/otlp/${name}`, import.meta.url))

const signals = [
  { signal: 'traces', survey: surveyTraces, protobuf: fixture('proto-004-traces.pb'), json: 'http-004-traces.json' },
  {
    signal: 'metrics',
    survey: surveyMetrics,
    protobuf: fixture('proto-002-metrics.pb'),
    json: 'http-002-metrics.json',
  },
  { signal: 'logs', survey: surveyLogs, protobuf: fixture('proto-001-logs.pb'), json: 'http-001-logs.json' },
].map(({ json, ...one }) => {
  const parsed = JSON.parse(fixture(json).toString()) as { [key: string]: Json }
  return { ...one, signal: one.signal as 'traces' | 'metrics' | 'logs', json: parsed }
})

function processRequest(value: Uint8Array, form: Pick<OtlpMeta, 'signal' | 'format'>): Promise<ProcessedBatch> {
  const meta: OtlpMeta = {
    organizationId: 'organization',
    receivedAt: Date.UTC(2026, 10, 21, 12),
    encoding: 'identity',
    ...form,
  }
  const records = [{ offset: 7, rows: 1, headers: otlpMetaCodec.encode(meta), value }]
  const batch = { topic: 'otlp', partition: 0, start: 7, end: 8, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}

/** The items that ingest counts in a request; undefined if it rejects it. @throws any error other than a rejection. */
function countItems(count: () => number): number | undefined {
  try {
    return count()
  } catch (error) {
    if (error instanceof MalformedError || error instanceof TooLargeError) return undefined
    throw error
  }
}

function expectCounted(processed: ProcessedBatch, items: number): void {
  const { deadLetters } = processed
  if (deadLetters.length > 0) throw new Error(`a dead letter: ${deadLetters[0]!.detail}`)
  const counted = countedItems(processed)
  if (counted !== items) throw new Error(`${items} items, ${counted} counted`)
}

const pickSignal = (random: Random) => signals[random.integer(0, signals.length - 1)]!

/** Every item that ingest accepts is stored or counted. */
const protobuf: FuzzSubject = {
  name: 'damaged requests of OTLP in protobuf',
  round: async (_corpus, random) => {
    const { signal, survey, protobuf: original } = pickSignal(random)
    const body = (random.next() < 0.8 ? flipBytes : mutateBytes)(original, random)
    const items = countItems(() => survey(body, 'protobuf').items)
    if (items !== undefined) expectCounted(await processRequest(body, { signal, format: 'protobuf' }), items)
  },
}

const json: FuzzSubject = {
  name: 'wrong values in requests of OTLP in JSON',
  round: async (_corpus, random) => {
    const { signal, survey, json: original } = pickSignal(random)
    const text = JSON.stringify(mutateField(original, random).json)
    const body = random.next() < 0.2 ? mutateBytes(Buffer.from(text), random) : Buffer.from(text)
    const items = countItems(() => survey(body, 'json').items)
    if (items !== undefined) expectCounted(await processRequest(body, { signal, format: 'json' }), items)
  },
}

const message = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag]), varint(content.length), content])

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

/** One series with its name and two samples. */
function seriesOf(name: string, random: Random): Buffer {
  const label = (key: string, value: string) =>
    message(0x0a, Buffer.concat([message(0x0a, Buffer.from(key)), message(0x12, Buffer.from(value))]))
  const sample = () => {
    const value = Buffer.alloc(9)
    value[0] = 0x09
    value.writeDoubleLE(random.next() * 100, 1)
    return message(0x12, Buffer.concat([value, Buffer.from([0x10]), varint(Date.UTC(2026, 10, 21, 11))]))
  }
  return message(0x0a, Buffer.concat([label('__name__', name), label('job', 'shop'), sample(), sample()]))
}

/** A snappy block with only a literal. */
function packed(content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(Math.max(content.length - 1, 0))
  return Buffer.concat([varint(content.length), Buffer.from([61 << 2]), length, content])
}

const anyTime = { oldestUs: 0, newestUs: Number.MAX_SAFE_INTEGER }

const remoteWrite: FuzzSubject = {
  name: 'damaged remote writes',
  round: async (_corpus, random) => {
    const series = ['up', 'http_requests_total', 'latency_bucket'].map((name) => seriesOf(name, random))
    const request = Buffer.concat(series)
    const damage = [flipBytes, flipBytes, flipBytes, mutateBytes][random.integer(0, 3)]!
    const body = random.next() < 0.2 ? damage(packed(request), random) : packed(damage(request, random))
    const items = countItems(() => {
      const series = peekRemoteWrite(uncompressSnappy(body, limits.body.telemetryBytesMax))
      return surveyRemoteWrite(series, anyTime).items
    })
    if (items === undefined) return
    expectCounted(await processRequest(body, { signal: 'remote_write', format: 'protobuf' }), items)
  },
}

/** A request of the Prometheus client library. */
const recordedWrite = uncompressSnappy(
  readFileSync(new URL('../fixtures/remote-write/version-2.bin', import.meta.url)),
  limits.body.telemetryBytesMax,
)

const remoteWrite2: FuzzSubject = {
  name: 'damaged remote writes in version 2',
  round: async (_corpus, random) => {
    const body = packed((random.next() < 0.8 ? flipBytes : mutateBytes)(recordedWrite, random))
    const items = countItems(() => {
      const series = peekRemoteWrite2(uncompressSnappy(body, limits.body.telemetryBytesMax))
      return surveyRemoteWrite(series, anyTime).items
    })
    if (items === undefined) return
    expectCounted(await processRequest(body, { signal: 'remote_write_2', format: 'protobuf' }), items)
  },
}

export const otlpSubjects: readonly FuzzSubject[] = [protobuf, json, remoteWrite, remoteWrite2]
