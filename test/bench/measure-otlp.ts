import { limits, otlpMetaCodec } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { decodeTraces, surveyTraces } from '@signalbox/otlp'
import { messageType } from '../../packages/otlp/test/otlp-schema.js'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { createOtlpLoad, type OtlpLoad } from './otlp-load.js'
import { median, perSecond, type Measurement } from './report.js'

const rounds = 7
const requests = 40
const storedRounds = 5
const storedRequests = 200
const connections = 8
const lostAfterMs = 120_000

/**
 * Measures a real SDK's spans per second in one thread: decoded, compared with protobufjs, alternating; surveyed as in
 * ingest; and converted to rows, compared with decoding alone. Then through an installation: from the first request to
 * the last stored row.
 */
export async function measureOtlp(): Promise<Measurement[]> {
  const load = await createOtlpLoad(0, requests)
  const type = messageType('Traces')
  const subjects = {
    protobufjs: () => load.bodies.map((body) => type.decode(body)),
    decode: () => load.bodies.map((body) => decodeTraces(body, 'protobuf').map(({ items }) => [...items])),
    survey: () => load.bodies.map((body) => surveyTraces(body, 'protobuf')),
    rows: () => toRows(load),
  }
  const values: Record<keyof typeof subjects, number[]> = { protobufjs: [], decode: [], survey: [], rows: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['protobufjs', 'decode', 'survey', 'rows'] as const) {
      const startedAt = performance.now()
      await subjects[name]()
      values[name].push(perSecond(load.spans, startedAt))
    }
  }
  const [baseline, decoded, rows] = [median(values.protobufjs), median(values.decode), median(values.rows)]
  const unit = 'spans/s'
  const aim = '40 000'
  return [
    { name: 'OTLP spans decoded, against protobufjs', value: decoded, baseline, unit, aim },
    { name: 'OTLP spans surveyed, against protobufjs', value: median(values.survey), baseline, unit },
    { name: 'OTLP spans to rows, against decoding alone', value: rows, baseline: decoded, unit },
    {
      name: 'OTLP spans stored, against rows alone',
      value: await measureStored(),
      baseline: rows,
      unit,
      aim: '20 000',
    },
  ]
}

function toRows({ bodies, spans }: OtlpLoad) {
  const meta = {
    organizationId: 'organization',
    receivedAt: Date.now(),
    encoding: 'identity',
    signal: 'traces',
    format: 'protobuf',
  } as const
  const headers = otlpMetaCodec.encode(meta)
  const records = bodies.map((value, offset) => ({ offset, rows: spans / bodies.length, headers, value }))
  const batch = { topic: 'otlp', partition: 0, start: 0, end: records.length, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}

/** The first round compiles and is not counted. */
async function measureStored(): Promise<number> {
  const signalbox = await startSignalbox()
  try {
    const values: number[] = []
    for (let round = 0; round <= storedRounds; round += 1) {
      const load = await createOtlpLoad(round + 1, storedRequests)
      const value = await storeAll(signalbox, load)
      if (round > 0) values.push(value)
    }
    return median(values)
  } finally {
    await signalbox.dispose()
  }
}

/** @returns spans per second. */
async function storeAll(signalbox: SignalboxProcess, { bodies, spans }: OtlpLoad): Promise<number> {
  const countStored = () =>
    readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'topic="otlp",outcome="stored"')
  const expected = (await countStored()) + spans
  const startedAt = performance.now()
  const waiting = [...bodies]
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) await post(signalbox, body)
  }
  await Promise.all(Array.from({ length: connections }, send))
  await eventually(
    async () => {
      const stored = await countStored()
      if (stored !== expected) throw new Error(`${stored} of ${expected} spans are stored`)
    },
    { withinMs: lostAfterMs, everyMs: 20 },
  )
  return perSecond(spans, startedAt)
}

async function post({ url, apiKey }: SignalboxProcess, body: Buffer): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-protobuf' }
  const res = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body: new Uint8Array(body) })
  if (res.status !== 200) throw new Error(`a request got status ${res.status}: ${await res.text()}`)
  await res.arrayBuffer()
}
