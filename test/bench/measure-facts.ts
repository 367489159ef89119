import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectFacts, createPlaybook, type ReadingApi } from '@signalbox/agent'
import { createApiClient } from '@signalbox/api-client'
import { apiScopes, listChanges } from '@signalbox/contracts'
import { createQueryRoutes } from '@signalbox/query'
import {
  createHttpServer,
  createMetrics,
  createRateLimits,
  createRoute,
  createShell,
  silentLog,
  systemClock,
  type ApiCaller,
} from '@signalbox/service-kit'
import { createStoreClient, createTelemetryReader, migrate, type StoreClient } from '@signalbox/telemetry-store'
import { openInvestigation } from '../support/open-investigation.js'
import { fillDataset, organizationId } from './dataset.js'
import { median, type Measurement } from './report.js'

const runs = 5
const hourMs = 3_600_000

/**
 * Measures how long a session's facts take over a day of a mid-sized installation: the entire day, as for a project in
 * its first day, and the six hours used later on; and an entire session over the day. Through HTTP; without changes.
 */
export async function measureFacts(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory })
  await migrate(client)
  const endMs = Date.now()
  await fillDataset(client, endMs)
  const server = startServer(client)
  await server.start()
  const api = createApiClient({ baseUrl: `http://127.0.0.1:${server.address().port}`, apiKey: 'bench-key' })
  const measurements = [
    await measureWindow(api, { asOf: endMs, name: 'facts, entire day: 5 M spans, 1 M errors, 2.9 M samples' }),
    await measureWindow(api, { asOf: endMs + hourMs, name: 'facts, six hours of that day', firedAt: endMs + hourMs }),
    await measureSession(api, endMs),
  ]
  await server.stop()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

async function measureWindow(
  api: ReadingApi,
  { name, asOf, firedAt = asOf }: { name: string; asOf: number; firedAt?: number },
): Promise<Measurement> {
  const context = { alert: { fired_at: new Date(firedAt).toISOString() } }
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = performance.now()
    const { gaps } = await collectFacts(openInvestigation(api, { prompt: 'What is it?', context, asOf }))
    times.push(performance.now() - before)
    // There are more kinds of error than a response can list; any other gap would make it faster.
    const missing = gaps.filter((gap) => !gap.endsWith(' kinds of error (over the limit)'))
    if (missing.length > 0) throw new Error(`facts are missing: ${missing.join('; ')}`)
  }
  return { name, value: median(times), unit: 'ms', aim: '3 000 ms' }
}

/** From the first query to the conclusion, including facts. */
async function measureSession(api: ReadingApi, asOf: number): Promise<Measurement> {
  const investigate = createPlaybook({ collectFacts })
  const context = { alert: { fired_at: new Date(asOf).toISOString() } }
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = performance.now()
    await investigate(openInvestigation(api, { prompt: 'What is it?', context, asOf }))
    times.push(performance.now() - before)
  }
  return { name: 'playbook session over that day, including facts', value: median(times), unit: 'ms', aim: '5 000 ms' }
}

function startServer(client: StoreClient) {
  const caller: ApiCaller = {
    keyId: 'bench',
    organizationId,
    scopes: new Set(apiScopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  const projects = {
    findProject: (_organization: string, id: string) => Promise.resolve({ id, number: 1, name: 'bench' }),
  }
  const app = createShell({
    log: silentLog,
    metrics: createMetrics(),
    rateLimits: createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1 }),
    keys: { findApiKey: () => Promise.resolve(caller), findDsnKey: () => Promise.resolve(undefined) },
    routes: [
      ...createQueryRoutes({ reader: createTelemetryReader(client), clock: systemClock, projects }),
      createRoute(listChanges, () => ({ changes: [], total: 0, has_more: false })),
    ],
  })
  return createHttpServer({ app, port: 0, host: '127.0.0.1', log: silentLog })
}
