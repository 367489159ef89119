/** Values that can be bound as query parameters (`{name:Type}`). */
export type QueryParameter = string | number | boolean | readonly string[] | readonly number[]

/** What queries are for: pages and the API, alerts and agent sessions, SELECTs that callers wrote themselves. */
export type QueryLane = 'pages' | 'automation' | 'sql'

/** Where a query waits for its turn. */
export interface QueryLine {
  organizationId: string
  lane: QueryLane
}

export interface ReadRequest {
  /** Names the query in metrics and logs; constant, camelCase. */
  name: string
  /** SQL with `{name:Type}` placeholders; never assembled from values. No FORMAT clause. */
  sql: string
  parameters?: Readonly<Record<string, QueryParameter>>
  /** Whose it is; left out for what the installation asks for itself. */
  line?: QueryLine
  /** Narrower limits, and other settings, for this query alone. */
  settings?: Readonly<Record<string, number | Readonly<Record<string, string>>>>
}

/** Read access to the store, with limits on time, memory, result size and queue. */
export interface TelemetryReader {
  /**
   * Runs one query and reads its result whole. 64-bit integers come as numbers, so counts must stay below 2^53.
   * @throws StoreError `timeout` (cut off), `overloaded` (queue full), `unavailable` (not reachable), `refused` (the
   *   store found fault with the query: a bug of ours).
   */
  read<Row>(request: ReadRequest): Promise<Row[]>
}

export type StoreErrorReason = 'timeout' | 'overloaded' | 'unavailable' | 'refused'

/** Every failure of the analytics store. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly reason: StoreErrorReason
  /** ClickHouse's error code, when it gave one. */
  readonly clickhouseCode: number | undefined
  /** Whether the engine's process ended while the statement ran, perhaps because of it. */
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
