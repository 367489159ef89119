/** Values that can be bound to query parameters (`{name:Type}`). */
export type QueryParameter = string | number | boolean | readonly string[] | readonly number[]

/** Purpose of a query: UI pages and API, alerts and agent sessions, or SELECTs written by callers. */
export type QueryLane = 'pages' | 'automation' | 'sql'

/** The queue line in which a query waits. */
export interface QueryLine {
  organizationId: string
  lane: QueryLane
}

export interface ReadRequest {
  /** Name of the query in metrics and logs; constant, camelCase. */
  name: string
  /** SQL with `{name:Type}` placeholders; never assembled from values. No FORMAT clause. */
  sql: string
  parameters?: Readonly<Record<string, QueryParameter>>
  /** Undefined for the installation's own queries. */
  line?: QueryLine
  /** Narrower limits and other settings for this query only. */
  settings?: Readonly<Record<string, number | Readonly<Record<string, string>>>>
}

/** Read access to the store, with limits on time, memory, result size and queue length. */
export interface TelemetryReader {
  /**
   * Runs one query and returns its complete result. 64-bit integers become numbers, so counts must stay below 2^53.
   * @throws StoreError `timeout` (time limit exceeded), `overloaded` (queue full), `unavailable` (unreachable),
   * `refused` (the store rejected the query: a bug in Signalbox).
   */
  read<Row>(request: ReadRequest): Promise<Row[]>
}

export type StoreErrorReason = 'timeout' | 'overloaded' | 'unavailable' | 'refused'

/** Any failure of the analytics store. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly reason: StoreErrorReason
  /** ClickHouse's error code, if there is one. */
  readonly clickhouseCode: number | undefined
  /** True if the engine's process ended while the statement ran, possibly because of it. */
  readonly endedEngine: boolean

  constructor(
    reason: StoreErrorReason,
    message: string,
    options: { cause?: unknown; clickhouseCode?: number; endedEngine?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.clickhouseCode = options.clickhouseCode
    this.endedEngine = options.endedEngine ?? false
  }
}
