import { performance } from 'node:perf_hooks'
import { limits } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { FairQueue } from './fair-queue.js'
import type { ReadRequest, StoreErrorReason, TelemetryReader } from './reader.js'
import { isConnectionLost, toStoreError } from './store-errors.js'

/** How one query went, for metrics. */
export interface QueryObservation {
  name: string
  /** From the call to its end, waiting included. */
  seconds: number
  outcome: 'ok' | StoreErrorReason
}

export interface TelemetryReaderOptions {
  /** A query that runs longer is cut off. */
  timeoutMs?: number
  memoryBytesMax?: number
  /** Rows of one result; more is a refusal. */
  resultRowsMax?: number
  /** Queries waiting while others run. */
  queueMax?: number
  /** Queries at once; no more than the store answers. */
  concurrency?: number
  onQuery?(observation: QueryObservation): void
}

const resultRowsMax = 1_000_000

/** Waits for an answer this much longer than the store may work on it: an engine that does not end in time is ended. */
const graceMs = { embedded: 500, server: 5_000 }

/** Reads through a client. Only statements that read pass: everything else is refused by the store. */
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
    // What a query looks up beside the table that it reads is asked for from all servers, not from the same one alone.
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
 * Limits stand in the statement: sent beside it, they would stay in force for the embedded engine's later statements,
 * inserts among them.
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

/** Reading twice does no harm. Nothing else is tried again here: who writes looks first at what is there. */
async function runAgainWhenLost<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    return run()
  }
}

async function runQuery<Row>(client: StoreClient, request: ReadRequest, waitMs: number): Promise<Row[]> {
  const result = await client.clickhouse.query({
    query: request.sql,
    query_params: { ...request.parameters },
    format: 'JSONEachRow',
    abort_signal: AbortSignal.timeout(waitMs),
  })
  return result.json<Row>()
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
