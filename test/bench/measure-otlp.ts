import { decodeTraces, surveyTraces } from '@signalbox/otlp'
import { messageType } from '../../packages/otlp/test/otlp-schema.js'
import { createOtlpLoad } from './otlp-load.js'
import { measureStored, toRows } from './otlp-requests.js'
import { median, perSecond, type Measurement } from './report.js'

const rounds = 7
const requests = 40
const storedRequests = 200

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
    rows: () => toRows(load, 'traces'),
  }
  const values: Record<keyof typeof subjects, number[]> = { protobufjs: [], decode: [], survey: [], rows: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['protobufjs', 'decode', 'survey', 'rows'] as const) {
      const startedAt = performance.now()
      await subjects[name]()
      values[name].push(perSecond(load.items, startedAt))
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
      value: await measureStored('span', (round) => createOtlpLoad(round + 1, storedRequests)),
      baseline: rows,
      unit,
      aim: '20 000',
    },
  ]
}
