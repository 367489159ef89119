import { apiScopes } from '@signalbox/contracts'
import { createQueryRoutes } from '@signalbox/query'
import {
  createHttpServer,
  createMetrics,
  createRateLimits,
  createShell,
  silentLog,
  systemClock,
  type Clock,
  type HttpServer,
} from '@signalbox/service-kit'
import { createTelemetryReader, type StoreClient } from '@signalbox/telemetry-store'
import { organizationId, projectIds } from './dataset.js'

const apiKey = 'bench-key'

/** Queries with their main table; the baseline sums one column over a day of that table. */
export const questions: [name: string, path: string, baselineSql: string][] = [
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

/**
 * Requests a path from the query service and reads the response.
 * @throws Error if the request fails.
 */
export async function askPath(server: HttpServer, path: string): Promise<void> {
  const url = `http://127.0.0.1:${server.address().port}/api/v1/telemetry/query/${path}`
  const res = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
  const text = await res.text()
  if (res.status !== 200) throw new Error(`${url} answered ${res.status}: ${text}`)
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** The query service with a filled store. The clock is that of the data. */
export function startQueryServer(client: StoreClient, clock: Clock = systemClock): HttpServer {
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
      clock,
      projects: {
        findProject: (_organization, id) => Promise.resolve({ id, number: 1, name: 'bench' }),
      },
    }),
  })
  return createHttpServer({ app, port: 0, host: '127.0.0.1', log: silentLog })
}
