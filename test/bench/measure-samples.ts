import { decodeRemoteWrite, uncompressSnappy } from '@signalbox/otlp'
import { measureStored, toRows } from './otlp-requests.js'
import { median, perSecond, type Measurement } from './report.js'
import { createSampleLoad } from './sample-load.js'

const rounds = 7
const requests = 20
const storedRequests = 100

/**
 * Measures Prometheus samples per second: converted to rows in one thread, compared with decoding alone, alternating;
 * and through an installation, from the first request to the last stored row.
 */
export async function measureSamples(): Promise<Measurement[]> {
  const load = createSampleLoad(0, requests)
  const decoded: number[] = []
  const rows: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const decodingAt = performance.now()
    for (const body of load.bodies) decodeRemoteWrite(uncompressSnappy(body, body.length))
    decoded.push(perSecond(load.items, decodingAt))
    const startedAt = performance.now()
    await toRows(load, 'remote_write')
    rows.push(perSecond(load.items, startedAt))
  }
  const [baseline, unit] = [median(rows), 'samples/s']
  return [
    { name: 'samples to rows, against decoding alone', value: baseline, baseline: median(decoded), unit },
    {
      name: 'samples stored, against rows alone',
      value: await measureStored('sample', (round) => createSampleLoad(round, storedRequests)),
      baseline,
      unit,
      aim: '150 000',
    },
  ]
}
