import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { FairQueue } from './fair-queue.js'
import type { ReadRequest, StoreErrorReason, TelemetryReader } from './reader.js'
import { isConnectionLost, toStoreError } from './store-errors.js'

/** Outcome and duration of a query, for metrics. */
export interface QueryObservation {
  name: string
  /** Total duration, including time in the queue. */
  seconds: number
  outcome: 'ok' | StoreErrorReason
}

export interface TelemetryReaderOptions {
  /** Time limit of a query. */
  timeoutMs?: number
  memoryBytesMax?: number
  /** Maximum rows of a result; a larger one is an error. */
  resultRowsMax?: number
  /** Maximum number of waiting queries. */
  queueMax?: number
  /** Maximum number of concurrent queries; capped at what the store supports. */
  concurrency?: number
  onQuery?(observation: QueryObservation): void
}

const resultRowsMax = 1_000_000

/** How long the client waits after the store's time limit: an engine that does not end the query in time is killed. */
const graceMs = { embedded: 500, server: 5_000 }

/** Creates a reader. Only read statements are possible; the store refuses everything else. */
export function createTelemetryReader(client: StoreClient, options: TelemetryReaderOptions = {}): TelemetryReader {
  const timeoutMs = options.timeoutMs ?? limits.query.timeoutMs
  const settings = {
    readonly: 2,
    max_execution_time: timeoutMs / 1000,
    timeout_overflow_mode: 'throw',
    max_memory_usage: options.memoryBytesMax ?? limits.query.memoryBytesMax,
    max_result_rows: options.resultRowsMax ?? resultRowsMax,
    result_overflow_mode: 'throw',
    output_format_json_quote_64bit_integers: 0,
    // Evaluates subqueries on other tables across all servers, instead of on each server alone.
    ...(client.cluster !== undefined && { distributed_product_mode: 'global' }),
  }
  const queue = new FairQueue({
    runningMax: Math.min(client.readsMax ?? Infinity, options.concurrency ?? 8),
    waitingMax: options.queueMax ?? limits.query.queueMax,
  })
  return {
    read: (request) =>
      observed(request.name, options, () =>
        queue.run(request.line, () => {
          const all = { ...settings, ...request.settings }
          const waitMs = all.max_execution_time * 1000 + graceMs[client.embedded ? 'embedded' : 'server']
          const sql = `${request.sql}\n${settingsClause(all)}`
          return runAgainWhenLost(() => runQuery(client, { ...request, sql }, waitMs))
        }),
      ),
  }
}

/**
 * Limits are part of the statement: if sent beside it, they would stay in force for the embedded engine's later
 * statements, including inserts.
 */
function settingsClause(settings: Readonly<Record<string, SettingValue>>): string {
  const pairs = Object.entries(settings).map(([name, value]) => `${name} = ${settingLiteral(value)}`)
  return `SETTINGS ${pairs.join(', ')}`
}

type SettingValue = string | number | Readonly<Record<string, string>>

function settingLiteral(value: SettingValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  const entries = Object.entries(value).map(([key, each]) => `${settingLiteral(key)}: ${settingLiteral(each)}`)
  return `{${entries.join(', ')}}`
}

/**
 * Retries once after a lost connection, because reading twice is harmless. Nothing else is retried here: writers first
 * check what is already stored.
 */
async function runAgainWhenLost<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    return run()
  }
}

/**
 * Milliseconds of parsing without a break. Callers decide how large a result is, and one that has arrived would be parsed
 * in one go.
 */
const pieceMs = 3

async function runQuery<Row>(client: StoreClient, request: ReadRequest, waitMs: number): Promise<Row[]> {
  const result = await client.clickhouse.query({
    query: request.sql,
    query_params: { ...request.parameters },
    format: 'JSONEachRow',
    abort_signal: AbortSignal.timeout(waitMs),
  })
  const rows: Row[] = []
  let startedAt = performance.now()
  for await (const chunk of result.stream<Row>()) {
    for (const row of chunk) {
      rows.push(row.json<Row>())
      if (performance.now() - startedAt < pieceMs) continue
      await nextTurn()
      startedAt = performance.now()
    }
  }
  return rows
}

async function observed<Result>(
  name: string,
  options: TelemetryReaderOptions,
  read: () => Promise<Result>,
): Promise<Result> {
  const startedMs = performance.now()
  const report = (outcome: QueryObservation['outcome']) =>
    options.onQuery?.({ name, seconds: (performance.now() - startedMs) / 1000, outcome })
  try {
    const rows = await read()
    report('ok')
    return rows
  } catch (cause) {
    const error = toStoreError(cause)
    report(error.reason)
    throw error
  }
}
