import { StoreError, type StoreErrorReason } from './reader.js'

/** ClickHouse error codes that do not mean a faulty statement. */
const reasonByCode: Readonly<Record<number, StoreErrorReason>> = {
  /** TIMEOUT_EXCEEDED */
  159: 'timeout',
  /** TOO_SLOW */
  160: 'timeout',
  /** TOO_MANY_SIMULTANEOUS_QUERIES */
  202: 'overloaded',
  /** NETWORK_ERROR, SOCKET_TIMEOUT, NO_FREE_CONNECTION, ALL_CONNECTION_TRIES_FAILED */
  209: 'unavailable',
  210: 'unavailable',
  203: 'unavailable',
  279: 'unavailable',
  /** QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING: an earlier attempt is still running. */
  216: 'unavailable',
  /** MEMORY_LIMIT_EXCEEDED */
  241: 'overloaded',
  /** TABLE_IS_READ_ONLY, NOT_ENOUGH_SPACE, TOO_MANY_PARTS */
  242: 'unavailable',
  243: 'unavailable',
  252: 'overloaded',
  /** KEEPER_EXCEPTION, UNKNOWN_STATUS_OF_INSERT, TOO_FEW_LIVE_REPLICAS, UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE */
  999: 'unavailable',
  319: 'unavailable',
  285: 'unavailable',
  286: 'unavailable',
  /** CANNOT_ASSIGN_ALTER: another migration is running. */
  517: 'unavailable',
  /** QUERY_WAS_CANCELLED */
  394: 'timeout',
}

/**
 * Converts a failed call to the store to a StoreError. Errors with a ClickHouse code are classified by it; all others
 * (connection, socket, engine) mean that the store was unreachable.
 */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const message = error instanceof Error ? error.message : String(error)
  const clickhouseCode = codeOf(error)
  if (clickhouseCode !== undefined) {
    return new StoreError(reasonByCode[clickhouseCode] ?? 'refused', message, { cause: error, clickhouseCode })
  }
  const timedOut = error instanceof Error && (error.name === 'AbortError' || /^Timeout error/i.test(message))
  if (timedOut) return new StoreError('timeout', message, { cause: error })
  return new StoreError('unavailable', describeUnreachable(error) ?? message, { cause: error })
}

/** Runs work against the store. @throws StoreError for any failure. */
export async function asStoreError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}

/**
 * If a host name has several addresses, connecting to it fails with an AggregateError that has no message of its own.
 */
function describeUnreachable(error: unknown): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error) || !('syscall' in first)) return undefined
  return `The analytics store is unreachable: ${first.message}`
}

/**
 * The client and the embedded engine use different classes for store errors; both have the code as a string of digits.
 */
function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : undefined
}

/** Whether the connection was lost before the response: a server may close an idle connection just as it is reused. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
