import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  limits,
  ServiceError,
  batchMetaCodec,
  envelopeMetaCodec,
  type ApiScope,
  type RefusedCount,
  type Topic,
} from '@signalbox/contracts'
import { parseEnvelope, type Envelope } from '@signalbox/envelope'
import { createMemoryLog, type EventLog, type LogRecordInput } from '@signalbox/event-log'
import { createIngest, createMemoryQuotaCounters, type IngestConfig, type QuotaCounters } from '@signalbox/ingest'
import { noWarnings, trustNoProxy, type ApiCaller, type DsnKeyOwner, type KeyDirectory } from '@signalbox/service-kit'

export const publicKey = '0123456789abcdef0123456789abcdef'
export const auth = `sentry_key=${publicKey}&sentry_version=7`
export const now = Date.UTC(2026, 5, 1, 12, 0, 30)
export const madeEventId = 'abababababababababababababababab'

export interface IngestServer {
  url: string
  records(topic: Topic): LogRecordInput[]
  /** All new records since the last call, in order. */
  take(): { topic: Topic; record: LogRecordInput }[]
  /** Meta of the only record of topic `envelopes`. */
  envelopeMeta(): ReturnType<typeof envelopeMetaCodec.decode>
  /** The only record of topic `envelopes`, which must be a plain envelope. */
  envelope(): Envelope
  batchMeta(topic: 'metrics' | 'spans'): ReturnType<typeof batchMetaCodec.decode>
  /** Closes ingest and returns the rejected items that it wrote. */
  refused(): Promise<RefusedCount[]>
  /** Reported internal errors. */
  faults: unknown[]
  close(): Promise<void>
}

export interface ServerOptions {
  /** True if every key is over its limit. */
  isLimited?: boolean
  /** True if the control plane is unreachable. */
  isDirectoryAway?: boolean
  log?: EventLog
  config?: Partial<IngestConfig>
  /** Fields of the key in the directory that differ from the defaults. */
  owner?: Partial<DsnKeyOwner>
  quotaCounters?: QuotaCounters
  /** The current time; default: `now`. */
  clock?: () => number
}

const owner: DsnKeyOwner = {
  keyId: 'key-1',
  organizationId: 'organization-1',
  project: { id: 'project-1', number: 42, name: 'shop' },
  settingsVersion: 0,
  allowedDomains: ['*'],
  projectQuotas: [],
  keyQuotas: [],
  ingestLimitPerMinute: null,
}

function caller(...scopes: ApiScope[]): ApiCaller {
  return {
    keyId: 'api-key-1',
    organizationId: 'organization-1',
    scopes: new Set(scopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
}

const apiKeys = new Map([
  ['writer', caller('telemetry:write')],
  ['reader', caller('telemetry:read')],
])

function createDirectory({ isDirectoryAway: isAway = false, owner: ownerOptions }: ServerOptions): KeyDirectory {
  const known = { ...owner, ...ownerOptions }
  const answer = <T>(value: T): Promise<T> =>
    isAway ? Promise.reject(new ServiceError('unavailable')) : Promise.resolve(value)
  return {
    findDsnKey: (key) => answer(key === publicKey ? known : undefined),
    findApiKey: (secret) => answer(apiKeys.get(secret)),
  }
}

function sendProblem(res: ServerResponse, error: unknown, requestId: string): void {
  const problem = error instanceof ServiceError ? error : new ServiceError('internal')
  if (problem.retryAfterSeconds !== undefined) res.setHeader('Retry-After', problem.retryAfterSeconds)
  res.writeHead(problem.status, { 'Content-Type': 'application/problem+json' })
  res.end(JSON.stringify({ code: problem.code, errors: problem.faults, detail: problem.detail, request_id: requestId }))
}

const uncounted = {
  countItems: () => undefined,
  countRefused: () => undefined,
  countBytes: () => undefined,
  observeDecode: () => undefined,
}

/** Ingest on its own port, with a memory log and a directory with one project and two API keys. */
export async function startIngest(options: ServerOptions = {}): Promise<IngestServer> {
  const log = options.log ?? createMemoryLog()
  const appended: { topic: Topic; record: LogRecordInput }[] = []
  const faults: unknown[] = []
  const ingest = createIngest({
    eventLog: {
      append: async (topic, records, appendOptions) => {
        await log.append(topic, records, appendOptions)
        appended.push(...records.map((record) => ({ topic, record })))
      },
      partitionOf: (topic, key) => log.partitionOf(topic, key),
    },
    keys: createDirectory(options),
    rateLimits: {
      check: (_req, res) => {
        res.setHeader('X-RateLimit-Limit', '1000')
        if (options.isLimited === true) res.setHeader('Retry-After', 30)
        return Promise.resolve({ exceeded: options.isLimited ?? false, retryAfterSeconds: 30 })
      },
    },
    metrics: uncounted,
    warnings: noWarnings,
    config: { isTrustedProxy: trustNoProxy, retentionDays: limits.retentionDays, ...options.config },
    clock: options.clock ?? (() => now),
    quotaCounters: options.quotaCounters ?? createMemoryQuotaCounters({ clock: options.clock ?? (() => now) }),
    createEventId: () => madeEventId,
    createRequestId: () => 'request-1',
    sendProblem,
    reportFault: (error) => faults.push(error),
  })
  const server = createServer((req, res) => {
    if (!ingest.hotRoute(req, res)) res.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const records = (topic: Topic) => appended.filter((entry) => entry.topic === topic).map(({ record }) => record)
  const headersOf = (topic: Topic) => records(topic)[0]?.headers ?? {}
  return {
    url: `http://127.0.0.1:${port}`,
    records,
    take: () => appended.splice(0),
    envelopeMeta: () => envelopeMetaCodec.decode(headersOf('envelopes')),
    envelope: () => {
      const [record, ...others] = records('envelopes')
      if (record === undefined || others.length > 0) throw new Error('there is not exactly one record')
      return parseEnvelope(record.value)
    },
    batchMeta: (topic) => batchMetaCodec.decode(headersOf(topic)),
    refused: async () => {
      await ingest.close()
      return sumUp(
        records('outcomes').flatMap(({ value }) => JSON.parse(Buffer.from(value).toString()) as RefusedCount[]),
      )
    },
    faults,
    close: async () => {
      await ingest.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Counts are written every second, so related ones may be in several records. */
function sumUp(counts: readonly RefusedCount[]): RefusedCount[] {
  const sums = new Map<string, RefusedCount>()
  for (const { quantity, ...what } of counts) {
    const key = JSON.stringify(what)
    sums.set(key, { ...what, quantity: (sums.get(key)?.quantity ?? 0) + quantity })
  }
  return [...sums.values()]
}

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Posts a body and parses the response as JSON. */
export async function post(
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = typeof body === 'string' ? body : new Uint8Array(body)
  const res = await fetch(url, { method: 'POST', body: sent, headers, signal: AbortSignal.timeout(15_000) })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? null : JSON.parse(text) }
}
