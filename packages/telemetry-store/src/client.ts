import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { limits } from '@signalbox/contracts'
import { openInProcess } from './engine-process/open-in-process.js'
import { openEngineProcess } from './engine-process/open-engine-process.js'
import type { EngineEvent } from './engine-process/supervise-engine.js'
import type { ClickHouseClient } from './statement-client.js'
import { asStoreError } from './store-errors.js'

export type { ClickHouseClient } from './statement-client.js'

/**
 * Location of the analytics store: a ClickHouse server or cluster by URL, or the embedded engine with a data directory.
 */
export type StoreLocation =
  | {
      /**
       * `http(s)://user:password@host:port/database`; the database must exist. May include options of the client
       * library.
       */
      url: string
      /**
       * Name of the cluster, or a macro in braces. If set, tables are replicated and distributed across its servers.
       */
      cluster?: string
    }
  | EmbeddedLocation

/** The embedded engine with a data directory. Only one process may use a directory at a time. */
export interface EmbeddedLocation {
  /** Created if missing. */
  dataDirectory: string
  /** Memory limit of the engine; capped at half of the machine's memory. Default: `limits.engine.memoryBytesMax`. */
  memoryBytesMax?: number
  /** Called whenever the engine's process starts or ends. */
  onEngineEvent?: (event: EngineEvent) => void
  /**
   * Runs the engine in this process, on its main thread, with one directory per process: for tests and comparisons. A
   * statement that the engine cannot end takes the process down.
   */
  inProcess?: boolean
}

/** A connection to the analytics store, shared by migrations, writer and reader. */
export interface StoreClient {
  /** The ClickHouse client; a server and the embedded engine accept the same calls. */
  readonly clickhouse: ClickHouseClient
  /** True for the embedded engine: one connection, no users, and a statement has always ended once its call fails. */
  readonly embedded: boolean
  /** Maximum number of concurrent queries; undefined if a server decides. */
  readonly readsMax: number | undefined
  /** Name of the cluster; undefined for a single server and for the embedded engine. */
  readonly cluster: string | undefined
  /** Closes immediately: stop readers and writers first. Idempotent. */
  close(): Promise<void>
}

/** Above the server's time limit, so that the server gives up on a statement before the client does. */
const requestTimeoutMs = limits.query.timeoutMs + 40_000

/** Maximum number of connections, which are kept alive; further requests wait for one. */
const connectionsMax = 32

/** Two suffice to use two cores; the others keep short queries from waiting for long ones. */
const processReadsMax = 4

/**
 * Opens the store. The embedded engine is loaded only if needed.
 * @throws StoreError `unavailable` if the embedded engine cannot open the directory. A server is not contacted yet.
 */
export async function createStoreClient(location: StoreLocation): Promise<StoreClient> {
  if ('url' in location) return asStoreClient(openByUrl(location.url), { embedded: false, cluster: location.cluster })
  if (location.inProcess === true) {
    return asStoreClient(await asStoreError(() => openInProcess(location.dataDirectory)), {
      embedded: true,
      readsMax: 1,
    })
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
    // Long value lists would make URLs that proxies and servers refuse.
    use_multipart_params_auto: true,
    // Failures are thrown and logged by the code that handles them.
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
