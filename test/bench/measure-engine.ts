import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createQueryRoutes } from '@signalbox/query'
import {
  createHttpServer,
  createMetrics,
  createRateLimits,
  createShell,
  silentLog,
  systemClock,
  type ApiCaller,
  type HttpServer,
} from '@signalbox/service-kit'
import {
  createStoreClient,
  createTelemetryReader,
  createTelemetryWriter,
  migrate,
  type StoreClient,
} from '@signalbox/telemetry-store'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { median, type Measurement } from './report.js'
import { formatNumber } from './reporting/format-number.js'
import { benchSpan } from './span-row.js'

const rowsPerBatch = 10_000
const inserts = 30
const queries = 300
const organization = 'organization-1'

/** One engine with all layers above it, up to HTTP. */
interface Way {
  client: StoreClient
  server: HttpServer
  close(): Promise<void>
}

type Ways = Record<'process' | 'inProcess', Way>

/**
 * Measures the cost of running the engine in its own process, compared with one in this process: the same batches, a
 * point query as the service runs it, and the same query through HTTP. Alternating, each with its own directory.
 */
export async function measureEngine(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const ways: Ways = {
    process: await openWay(join(directory, 'process'), false),
    inProcess: await openWay(join(directory, 'in-process'), true),
  }
  const measurements = [
    await compare(`insert of ${formatNumber(rowsPerBatch)} spans`, ways, {
      aim: '≤ 1.2 ×',
      times: inserts,
      work: writeBatch,
    }),
    await compare('spans of a trace', ways, { aim: '≤ 1.5 ×', times: queries, work: readTrace }),
    await compare('spans of a trace through HTTP', ways, { aim: '≤ 1.1 ×', times: queries, work: getTrace }),
  ]
  for (const way of Object.values(ways)) await way.close()
  await rm(directory, { recursive: true, force: true })
  return measurements
}

async function openWay(dataDirectory: string, inProcess: boolean): Promise<Way> {
  const client = await createStoreClient({ dataDirectory, inProcess })
  await migrate(client)
  const server = serve(client)
  await server.start()
  return {
    client,
    server,
    close: async () => {
      await server.stop()
      await client.close()
    },
  }
}

function serve(client: StoreClient): HttpServer {
  const caller: ApiCaller = {
    keyId: 'bench',
    organizationId: organization,
    scopes: new Set(['telemetry:read']),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  const metrics = createMetrics()
  const projects = { findProject: () => Promise.resolve(undefined) }
  const app = createShell({
    routes: createQueryRoutes({ reader: createTelemetryReader(client), clock: systemClock, projects }),
    keys: { findApiKey: () => Promise.resolve(caller), findDsnKey: () => Promise.resolve(undefined) },
    rateLimits: createRateLimits({ queryPerMinute: 10_000_000, ingestPerMinute: 1 }),
    metrics,
    log: silentLog,
  })
  return createHttpServer({ app, host: '127.0.0.1', port: 0, log: silentLog, metrics })
}

interface Comparison {
  aim: string
  times: number
  /**
   * @param number round number.
   * @returns milliseconds.
   */
  work: (way: Way, number: number) => Promise<number>
}

async function compare(name: string, ways: Ways, { aim, times, work }: Comparison): Promise<Measurement> {
  const took = { process: [] as number[], inProcess: [] as number[] }
  for (let round = 0; round < times; round += 1) {
    took.inProcess.push(await work(ways.inProcess, round))
    took.process.push(await work(ways.process, round))
  }
  return { name, value: median(took.process), baseline: median(took.inProcess), unit: 'ms', aim }
}

async function writeBatch({ client }: Way, number: number): Promise<number> {
  const position = { topic: 'bench', partition: 0, start: number, end: number + 1 }
  const builder = createInsertBuilder(position)
  for (let row = 0; row < rowsPerBatch; row += 1) builder.add('spans', benchSpan(number * rowsPerBatch + row))
  const built = builder.finish()
  return timed(() => createTelemetryWriter(client).write({ position, inserts: built, repeated: false }))
}

const traceId = (number: number) => benchSpan(number * 97).trace_id

function readTrace({ client }: Way, number: number): Promise<number> {
  const sql = `SELECT span_id, service, operation, duration_us, status, attributes FROM spans
    WHERE organization_id = {organization:String} AND trace_id = {trace:String}`
  const parameters = { organization, trace: traceId(number) }
  return timed(() => createTelemetryReader(client).read({ name: 'benchTrace', sql, parameters }))
}

function getTrace({ server }: Way, number: number): Promise<number> {
  const url = `http://127.0.0.1:${server.address().port}/api/v1/telemetry/query/trace/${traceId(number)}/`
  return timed(async () => {
    const res = await fetch(url, { headers: { authorization: 'Bearer bench' } })
    const text = await res.text()
    if (!res.ok) throw new Error(`${url} got status ${res.status}: ${text}`)
  })
}

/** @returns milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
