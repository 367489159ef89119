import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { limits } from '@signalbox/contracts'
import { toStoreError } from './store-errors.js'

/** Where the analytics store is: a ClickHouse server or cluster by URL, or the embedded engine over a directory. */
export type StoreLocation =
  | {
      /** `http(s)://user:password@host:port/database`; the database exists. Options of the client library may follow. */
      url: string
      /** Name of the cluster, or a macro in braces: tables are replicated and distributed over its servers then. */
      cluster?: string
    }
  | {
      /** Created when missing. One directory per process, opened on the main thread. */
      dataDirectory: string
    }

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>

/** The client library's type, for those who hand clients around. */
export type ClickHouseClient = ReturnType<typeof createClient>

/** A connection to the analytics store. Migrations, writer and reader work over it. */
export interface StoreClient {
  /** The plain client; both ways of running understand the same calls. */
  readonly clickhouse: ClickHouseClient
  /** Whether the engine runs in this process: it answers parameterised queries one after another. */
  readonly embedded: boolean
  /** The cluster whose tables are worked with; undefined for a single server and for the embedded engine. */
  readonly cluster: string | undefined
  /** Waits for nothing: stop readers and writers first. Closing twice is allowed. */
  close(): Promise<void>
}

/** A server gives up on a statement before the client stops waiting for its answer. */
const requestTimeoutMs = limits.query.timeoutMs + 40_000

/** More requests at once wait for a connection. Connections are kept open between requests. */
const connectionsMax = 32

/**
 * Opens the store. The embedded engine is loaded only when it is asked for.
 * @throws StoreError `unavailable` when the embedded engine cannot open the directory. A server is not contacted yet.
 */
export async function createStoreClient(location: StoreLocation): Promise<StoreClient> {
  if ('dataDirectory' in location) return asStoreClient(await openEmbedded(location.dataDirectory), { embedded: true })
  return asStoreClient(openByUrl(location.url), { embedded: false, cluster: location.cluster })
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
  { embedded, cluster }: { embedded: boolean; cluster?: string | undefined },
): StoreClient {
  let closing: Promise<void> | undefined
  return { clickhouse, embedded, cluster, close: () => (closing ??= clickhouse.close()) }
}

async function openEmbedded(path: string): Promise<ClickHouseClient> {
  const { createChdbConnection } = await import('chdb/connection')
  try {
    // The interface that it implements and the client's own are one text in two packages, so not one type.
    const connection: object = createChdbConnection({ path })
    return createClient({ connection: connection as NonNullable<ClientOptions['connection']> })
  } catch (error) {
    throw toStoreError(error)
  }
}
