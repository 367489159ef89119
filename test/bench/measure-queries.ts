import type { HttpServer } from '@signalbox/service-kit'
import type { StoreClient } from '@signalbox/telemetry-store'
import { datasetSize } from './dataset.js'
import { otherQuestions } from './other-questions.js'
import { askPath, questions, startQueryServer, timeMs } from './query-questions.js'
import { openQueryStore } from './query-store.js'
import { median, percentile, type Measurement } from './report.js'

const requestsPerQuery = 25
/** Queries that are answered from memory: the first request reads, the second one remembers. */
const remembering = /^(?:cluster|releases)\//
const readingRequests = 2

/**
 * Measures each query's p95 through HTTP over a day of a mid-sized installation, or over the last day of a month
 * (`DAYS=30`), then also for every other documented endpoint, and before anything is remembered; and disk space per row.
 */
export async function measureQueries(): Promise<Measurement[]> {
  const store = await openQueryStore()
  const { client, days, endMs } = store
  const server = startQueryServer(client, () => endMs)
  await server.start()
  const asked = days === 1 ? questions : [...questions, ...(await otherQuestions(client))]
  const measurements: Measurement[] = []
  for (const question of asked) measurements.push(...(await measureQuestion(client, server, question)))
  measurements.push(...(await measureDisk(client)))
  await server.stop()
  await store.close()
  return measurements
}

async function measureQuestion(
  client: StoreClient,
  server: HttpServer,
  [name, path, baselineSql]: (typeof questions)[number],
): Promise<Measurement[]> {
  const reading: number[] = []
  for (let request = 0; remembering.test(path) && request < readingRequests; request += 1) {
    reading.push(await timeMs(() => askPath(server, path)))
  }
  const ours: number[] = []
  const baseline: number[] = []
  for (let request = 0; request < requestsPerQuery; request += 1) {
    ours.push(await timeMs(() => askPath(server, path)))
    baseline.push(
      await timeMs(async () => (await client.clickhouse.query({ query: baselineSql, format: 'JSON' })).json()),
    )
  }
  const aim = path.startsWith('cluster/') ? '100 ms' : '300 ms'
  const unit = 'ms'
  return [
    { name: `query ${name}, p95`, value: percentile(ours, 95), unit, baseline: median(baseline), aim },
    ...(reading.length > 0 ? [{ name: `query ${name}, nothing remembered`, value: Math.max(...reading), unit }] : []),
  ]
}

/** Compressed bytes per row, including projections and indexes; metrics per value, of which a sample has four. */
async function measureDisk(client: StoreClient): Promise<Measurement[]> {
  const answer = await client.clickhouse.query({
    query: `SELECT table, sum(bytes_on_disk) AS bytes, sum(rows) AS stored FROM system.parts
      WHERE active AND database = currentDatabase() GROUP BY table`,
    format: 'JSONEachRow',
  })
  const rows: { table: string; bytes: string; stored: string }[] = await answer.json()
  const bytesPerRow = (table: string) => {
    const row = rows.find((candidate) => candidate.table === table)
    return Number(row?.bytes) / Number(row?.stored)
  }
  return [
    {
      name: `disk, metric value (of ${datasetSize.pods * datasetSize.samplesPerPod * 4})`,
      value: bytesPerRow('container_metrics') / 4,
      unit: 'bytes',
    },
    { name: 'disk, span', value: bytesPerRow('spans'), unit: 'bytes' },
    { name: 'disk, root span', value: bytesPerRow('root_spans'), unit: 'bytes' },
    { name: 'disk, error event (900-byte stack trace, no payload)', value: bytesPerRow('events'), unit: 'bytes' },
  ]
}
