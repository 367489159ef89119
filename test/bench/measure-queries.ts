import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpServer } from '@signalbox/service-kit'
import { createStoreClient, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { datasetSize, fillDataset } from './dataset.js'
import { askPath, questions, startQueryServer, timeMs } from './query-questions.js'
import { median, percentile, type Measurement } from './report.js'

const requestsPerQuery = 25

/** Measures each query's p95 over a day of a mid-sized installation through HTTP, and disk space per row. */
export async function measureQueries(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  await fillDataset(client, Date.now())
  const server = startQueryServer(client)
  await server.start()
  const measurements: Measurement[] = []
  for (const question of questions) measurements.push(await measureQuestion(client, server, question))
  measurements.push(...(await measureDisk(client)))
  await server.stop()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

async function measureQuestion(
  client: StoreClient,
  server: HttpServer,
  [name, path, baselineSql]: (typeof questions)[number],
): Promise<Measurement> {
  const ours: number[] = []
  const baseline: number[] = []
  for (let request = 0; request < requestsPerQuery; request += 1) {
    ours.push(await timeMs(() => askPath(server, path)))
    baseline.push(
      await timeMs(async () => (await client.clickhouse.query({ query: baselineSql, format: 'JSON' })).json()),
    )
  }
  return {
    name: `query ${name}, p95`,
    value: percentile(ours, 95),
    unit: 'ms',
    baseline: median(baseline),
    aim: '300 ms',
  }
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
