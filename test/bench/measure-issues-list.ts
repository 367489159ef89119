import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { issueSorts, listIssueEvents, listIssues, listIssueTags, readIssue, readIssueEvent } from '@signalbox/contracts'
import { openControlPlane, type ControlPlane, type QueryTelemetry } from '@signalbox/control-plane'
import {
  createHttpServer,
  createLocalCaller,
  createMetrics,
  createRateLimits,
  createShell,
  silentLog,
  type Route,
} from '@signalbox/service-kit'
import { createStoreClient, createTelemetryReader, migrate } from '@signalbox/telemetry-store'
import { createApiRoutes } from '../../services/signalbox/src/app.js'
import { createLocalTelemetryQuery } from '../../services/signalbox/src/local-telemetry-query.js'
import { fillIssueEvents, fingerprintOf, issuesSize } from './issues-dataset.js'
import { median, percentile, type Measurement } from './report.js'

const requestsPerList = 20
const apiKey = 'bench-key-with-all-scopes'
const sightingsAtOnce = 1_000

/**
 * Measures issue lists by each sort order and several searches over 10 000 issues and 5 M events: over HTTP, with all
 * roles in one process.
 */
export async function measureIssuesList(): Promise<Measurement[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const client = await createStoreClient({ dataDirectory: join(dataDirectory, 'analytics') })
  await migrate(client)
  const reader = createTelemetryReader(client)
  const openQueries = () =>
    createLocalTelemetryQuery({
      controlPlane: () => ({ get: () => controlPlane }),
      analytics: { get: () => ({ reader }) },
    })
  let queries = openQueries()
  const queryTelemetry: QueryTelemetry = (...question) => queries(...question)
  const controlPlane: ControlPlane = openControlPlane({
    dataDirectory: join(dataDirectory, 'control-plane'),
    publicUrl: 'http://signalbox.test',
    queryTelemetry,
  })
  const { organizationId } = controlPlane.bootstrap(apiKey)
  const project = await controlPlane.projects.findProject(organizationId, '1')
  const scope = { organizationId, projectId: project?.id ?? '', endMs: Date.now() }
  await fillIssueEvents(client, scope)
  await makeIssues(controlPlane, scope)
  const routes = createApiRoutes({ controlPlane, reader })
  const call = createLocalCaller(routes)
  const server = serve(controlPlane, routes)
  await server.start()
  const list = (query: Record<string, string>) => getIssues(server.address().port, query)
  const measurements: Measurement[] = []
  const lists = [
    ...issueSorts.map((sort) => ({ name: `by ${sort}`, query: { query: 'is:unresolved', sort } })),
    { name: 'by last_seen, last 24 hours', query: { query: 'is:unresolved', since: '24h' } },
    { name: 'total only', query: { query: 'is:unresolved', limit: '0' } },
    { name: 'by events, last 24 hours', query: { query: 'is:unresolved', sort: 'events', since: '24h' } },
    { name: 'by users, last 24 hours', query: { query: 'is:unresolved', sort: 'users', since: '24h' } },
    { name: 'filter by release', query: { query: 'is:unresolved release:shop@1.7' } },
    { name: 'search for a text in messages', query: { query: '"value 777"' } },
  ]
  const readAll = async () => {
    const read = await client.clickhouse.query({
      query: 'SELECT sum(cityHash64(fingerprint)) FROM events',
      format: 'JSON',
    })
    await read.json()
  }
  const caller = { ...benchCaller, organizationId }
  for (const { name, query } of lists) {
    measurements.push(await measureQuestion(`issue list ${name}`, () => list(query), readAll))
  }
  for (const sort of issueSorts) {
    const query = { query: 'is:unresolved', sort }
    const listAnew = () => {
      // Its new routes remember no sums of earlier lists.
      queries = openQueries()
      return list(query)
    }
    measurements.push(await measureQuestion(`issue list by ${sort}, nothing remembered`, listAnew, readAll))
  }
  const largest = { projectId: scope.projectId, fingerprint: fingerprintOf(0) }
  const [issueId = ''] = (await controlPlane.issues.findIssueIds(organizationId, [largest])).values()
  const params = { issue_id: issueId }
  for (const { name, ask: askPart } of [
    { name: 'counts', ask: () => call(readIssue, { params }, caller) },
    {
      name: 'newest event',
      ask: () => call(readIssueEvent, { params: { ...params, event_id: 'latest' } }, caller),
    },
    { name: 'events', ask: () => call(listIssueEvents, { params, query: {} }, caller) },
    { name: 'tags', ask: () => call(listIssueTags, { params, query: {} }, caller) },
  ]) {
    measurements.push(await measureQuestion(`page of the largest issue, ${name}`, askPart, readAll))
  }
  await server.stop()
  controlPlane.close()
  await client.close()
  await rm(dataDirectory, { recursive: true, force: true })
  return measurements
}

function serve({ keys }: ControlPlane, routes: readonly Route[]) {
  const rateLimits = createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1 })
  const app = createShell({ log: silentLog, metrics: createMetrics(), rateLimits, keys, routes })
  return createHttpServer({ app, host: '127.0.0.1', port: 0, log: silentLog })
}

async function getIssues(port: number, query: Record<string, string>): Promise<void> {
  const url = `http://127.0.0.1:${port}${listIssues.path}?${new URLSearchParams(query).toString()}`
  const res = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
  const body = await res.text()
  if (!res.ok) throw new Error(`${url} got status ${res.status}: ${body}`)
}

async function makeIssues(
  { sightings }: ControlPlane,
  { organizationId, projectId, endMs }: { organizationId: string; projectId: string; endMs: number },
): Promise<void> {
  for (let first = 0; first < issuesSize.issues; first += sightingsAtOnce) {
    await sightings.recordSightings(
      Array.from({ length: sightingsAtOnce }, (_, index) => ({
        organizationId,
        projectId,
        fingerprint: fingerprintOf(first + index),
        previousFingerprint: '',
        title: 'TypeError: a value could not be read',
        culprit: 'checkout in pay',
        level: 'error',
        platform: 'node',
        firstSeenAt: endMs - issuesSize.days * 86_400_000 + first + index,
        release: 'shop@1.1',
        environment: 'production',
        releases: [],
      })),
    )
  }
}

const benchCaller = {
  keyId: 'bench',
  scopes: new Set(['issues:read', 'telemetry:read'] as const),
  queryLimitPerMinute: null,
  ingestLimitPerMinute: null,
}

/** Alternates with a read of all events' fingerprints, the minimum work for examining each of them. */
async function measureQuestion(
  name: string,
  question: () => Promise<unknown>,
  readAll: () => Promise<void>,
): Promise<Measurement> {
  const ours: number[] = []
  const baseline: number[] = []
  for (let request = 0; request <= requestsPerList; request += 1) {
    const taken = await timeMs(question)
    // The first one compiles the routes and is not counted.
    if (request > 0) ours.push(taken)
    baseline.push(await timeMs(readAll))
  }
  return { name: `${name}, p95`, value: percentile(ours, 95), unit: 'ms', baseline: median(baseline), aim: '200 ms' }
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
