import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { limits } from '@signalbox/contracts'
import { openEngineProcess } from './engine-process/open-engine-process.js'
import type { EngineEvent } from './engine-process/supervise-engine.js'
import { toStoreError } from './store-errors.js'

/** Where the analytics store is: a ClickHouse server or cluster by URL, or the embedded engine over a directory. */
export type StoreLocation =
  | {
      /** `http(s)://user:password@host:port/database`; the database exists. Options of the client library may follow. */
      url: string
      /** Name of the cluster, or a macro in braces: tables are replicated and distributed over its servers then. */
      cluster?: string
    }
  | EmbeddedLocation

/** The embedded engine over a directory. No two processes may have it at the same time. */
export interface EmbeddedLocation {
  /** Created when missing. */
  dataDirectory: string
  /** What the engine may hold, and never more than half of the machine's memory; default: `limits.engine.memoryBytesMax`. */
  memoryBytesMax?: number
  /** Told of starts and ends of the engine's process. */
  onEngineEvent?: (event: EngineEvent) => void
  /**
   * Whether the engine runs in this very process, on its main thread, one directory per process: for tests and
   * comparisons. A statement that the engine cannot end takes the process with it.
   */
  inProcess?: boolean
}

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

/** The client library's type, for those who hand clients around. */
export type ClickHouseClient = ReturnType<typeof createClient>

/** A connection to the analytics store. Migrations, writer and reader work over it. */
export interface StoreClient {
  /** The plain client; both ways of running understand the same calls. */
  readonly clickhouse: ClickHouseClient
  /** Whether the store is the embedded engine: one connection, no users, and a failed statement has ended. */
  readonly embedded: boolean
  /** Queries that it answers at the same time; undefined where a server decides. */
  readonly readsMax: number | undefined
  /** The cluster whose tables are worked with; undefined for a single server and for the embedded engine. */
  readonly cluster: string | undefined
  /** Waits for nothing: stop readers and writers first. Closing twice is allowed. */
  close(): Promise<void>
}

/** A server gives up on a statement before the client stops waiting for its answer. */
const requestTimeoutMs = limits.query.timeoutMs + 40_000

/** More requests at once wait for a connection. Connections are kept open between requests. */
const connectionsMax = 32

/** Two do the work of two cores; the others are there so that short queries do not wait for long ones. */
const processReadsMax = 4

/**
 * Opens the store. The embedded engine is started only when it is asked for.
 * @throws StoreError `unavailable` when the embedded engine cannot open the directory. A server is not contacted yet.
 */
export async function createStoreClient(location: StoreLocation): Promise<StoreClient> {
  if ('url' in location) return asStoreClient(openByUrl(location.url), { embedded: false, cluster: location.cluster })
  if (location.inProcess === true) {
    return asStoreClient(await openInProcess(location.dataDirectory), { embedded: true, readsMax: 1 })
  }
  return asStoreClient(await openProcess(location), { embedded: true, readsMax: processReadsMax })
}

function openProcess({ dataDirectory, memoryBytesMax, onEngineEvent }: EmbeddedLocation): Promise<ClickHouseClient> {
  return openEngineProcess({
    dataDirectory,
    memoryBytesMax: Math.min(memoryBytesMax ?? limits.engine.memoryBytesMax, halfOfMemory()),
    ...(onEngineEvent && { onEvent: onEngineEvent }),
  })
}

function halfOfMemory(): number {
  const constrained = constrainedMemory()
  return Math.round((constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()) / 2)
}

function openByUrl(url: string): ClickHouseClient {
  return createClient({
    url,
    application: 'signalbox',
    request_timeout: requestTimeoutMs,
    max_open_connections: connectionsMax,
    // Long lists of values would make addresses that proxies and servers refuse.
    use_multipart_params_auto: true,
    // Failures are thrown; whoever decides about them logs them.
    log: { level: ClickHouseLogLevel.OFF },
  })
}

function asStoreClient(
  clickhouse: ClickHouseClient,
  { embedded, readsMax, cluster }: { embedded: boolean; readsMax?: number; cluster?: string | undefined },
): StoreClient {
  let closing: Promise<void> | undefined
  return { clickhouse, embedded, readsMax, cluster, close: () => (closing ??= clickhouse.close()) }
}

async function openInProcess(path: string): Promise<ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection')
  try {
    // The interface that it implements and the client's own are one text in two packages, so not one type.
    const connection: object = createChdbConnection({ path })
    return createClient({ connection: connection as NonNullable<ClientOptions['connection']> })
  } catch (error) {
    throw toStoreError(error)
  }
}
