import { limits, otlpMetaCodec } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { decodeTraces, surveyTraces } from '@signalbox/otlp'
import { readFile } from 'node:fs/promises'
import { messageType } from '../../packages/otlp/test/otlp-schema.js'
import { median, type Measurement } from './report.js'

const rounds = 7
const copies = 400
/** When the capture was made. */
const receivedAt = Date.UTC(2026, 10, 21, 12)

/**
 * Spans of a real SDK a second in one thread: decoded, against protobufjs in turn; surveyed as ingest does; and the whole
 * way to rows, against decoding alone.
 */
export async function measureOtlp(): Promise<Measurement[]> {
  const capture = await readFile(new URL('../fixtures/otlp/proto-004-traces.pb', import.meta.url))
  // Requests that follow one another read as one request.
  const body = Buffer.concat(Array.from({ length: copies }, () => capture))
  const spans = surveyTraces(body, 'protobuf').items
  const type = messageType('Traces')
  const perSecond = async (work: () => unknown) => {
    const startedAt = performance.now()
    await work()
    return spans / ((performance.now() - startedAt) / 1_000)
  }
  const decode = () => decodeTraces(body, 'protobuf').map(({ items }) => [...items])
  const subjects = {
    protobufjs: () => type.decode(body),
    decode,
    survey: () => surveyTraces(body, 'protobuf'),
    rows: () => toRows(body, spans),
  }
  const values: Record<keyof typeof subjects, number[]> = { protobufjs: [], decode: [], survey: [], rows: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['protobufjs', 'decode', 'survey', 'rows'] as const) {
      values[name].push(await perSecond(subjects[name]))
    }
  }
  const [protobufjs, decoded] = [median(values.protobufjs), median(values.decode)]
  return [
    { name: 'OTLP spans decoded, against protobufjs', value: decoded, baseline: protobufjs, unit: 'spans/s' },
    {
      name: 'OTLP spans surveyed, against protobufjs',
      value: median(values.survey),
      baseline: protobufjs,
      unit: 'spans/s',
    },
    {
      name: 'OTLP spans to rows, against decoding alone',
      value: median(values.rows),
      baseline: decoded,
      unit: 'spans/s',
    },
  ]
}

function toRows(value: Buffer, rows: number) {
  const meta = {
    organizationId: 'organization',
    receivedAt,
    encoding: 'identity',
    signal: 'traces',
    format: 'protobuf',
  } as const
  const records = [{ offset: 0, rows, headers: otlpMetaCodec.encode(meta), value }]
  const batch = { topic: 'otlp', partition: 0, start: 0, end: 1, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}
