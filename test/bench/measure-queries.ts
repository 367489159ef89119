import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes } from '@signalbox/contracts'
import { createQueryRoutes } from '@signalbox/query'
import {
  createHttpServer,
  createMetrics,
  createRateLimits,
  createShell,
  silentLog,
  systemClock,
  type HttpServer,
} from '@signalbox/service-kit'
import { createStoreClient, createTelemetryReader, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { datasetSize, fillDataset, organizationId, projectIds } from './dataset.js'
import { median, percentile, type Measurement } from './report.js'

const requestsPerQuery = 25
const apiKey = 'bench-key'

/** Each question with the table that it is mostly about: the baseline sums one column of a day of that table. */
const questions: [name: string, path: string, baselineSql: string][] = [
  ['errors', 'errors/?since=24h', 'SELECT max(received_at) FROM events'],
  [
    'errors, search of a rare word',
    'errors/?since=24h&search=request%2077777%20',
    'SELECT sum(length(message)) FROM events',
  ],
  [
    'errors, one project and level',
    `errors/?since=24h&project_id=${projectIds[0] ?? ''}&level=error`,
    'SELECT max(received_at) FROM events',
  ],
  ['metrics', 'metrics/?since=24h&pod=pod-7', 'SELECT sum(cpu_usage_cores) FROM container_metrics'],
  ['metrics, all of an hour', 'metrics/?since=1h', 'SELECT sum(cpu_usage_cores) FROM container_metrics'],
  ['traces', 'traces/?since=24h', 'SELECT sum(duration_us) FROM spans'],
  [
    'traces by service and operation',
    'traces/?since=24h&service=service-3&operation=operation-7',
    'SELECT sum(duration_us) FROM spans',
  ],
  ['traces by duration', 'traces/?since=24h&min_duration_ms=499', 'SELECT sum(duration_us) FROM spans'],
  ['stats', 'stats/?since=24h', 'SELECT sum(duration_us) FROM spans'],
  ['cluster overview', 'cluster/overview/?hours_back=24', 'SELECT sum(cpu_usage_cores) FROM container_metrics'],
  ['cluster nodes', 'cluster/nodes/?hours_back=24', 'SELECT sum(cpu_usage_cores) FROM container_metrics'],
  ['cluster top', 'cluster/top/?hours_back=24', 'SELECT sum(cpu_usage_cores) FROM container_metrics'],
]

/** p95 of each query over a day of a mid-sized installation, through HTTP; and what a row takes on disk. */
export async function measureQueries(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  await fillDataset(client, Date.now())
  const server = startServer(client)
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
  const url = `http://127.0.0.1:${server.address().port}/api/v1/telemetry/query/${path}`
  for (let request = 0; request < requestsPerQuery; request += 1) {
    ours.push(await timeMs(() => ask(url)))
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

async function ask(url: string): Promise<void> {
  const res = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
  const text = await res.text()
  if (res.status !== 200) throw new Error(`${url} answered ${res.status}: ${text}`)
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

function startServer(client: StoreClient): HttpServer {
  const metrics = createMetrics()
  const caller = {
    keyId: 'bench',
    organizationId,
    scopes: new Set(apiScopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  const app = createShell({
    log: silentLog,
    metrics,
    rateLimits: createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1 }),
    keys: { findApiKey: () => Promise.resolve(caller), findDsnKey: () => Promise.resolve(undefined) },
    routes: createQueryRoutes({
      reader: createTelemetryReader(client),
      clock: systemClock,
      projects: {
        findProject: (_organization, id) => Promise.resolve({ id, number: 1, name: 'bench' }),
      },
    }),
  })
  return createHttpServer({ app, port: 0, host: '127.0.0.1', log: silentLog })
}

/** Compressed bytes of a row, projections and indexes included; metrics per value, of which a sample has four. */
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
