import { arch, platform } from 'node:os'
import type { Session } from 'chdb'
import { quoteName, quoteText } from '../sql/tokenize.js'
import { insertRows } from './insert-rows.js'
import { removeLeftRowsFiles } from './rows-file.js'
import { toServerException } from './server-exception.js'

/** A statement with its settings and parameters. */
export interface EngineStatement {
  /** Includes the data of an INSERT unless that is in `rowsFile`. */
  sql: string
  /** File with the rows of an INSERT that ends with its format. */
  rowsFile?: string | undefined
  /** Result format if the statement has no FORMAT clause. */
  format: string
  database: string | undefined
  /** Setting values by name, as strings. */
  settings: ReadonlyMap<string, string>
  /** Values of `{name:Type}` as strings; the engine parses them by type. */
  parameters: ReadonlyMap<string, string>
  /** Id by which it can be killed. */
  id: string
}

/** Result with the engine's counters; 0 if the engine does not report one. */
export interface EngineResponse {
  bytes: Uint8Array
  rowsRead: number
  bytesRead: number
}

/** The embedded engine with one data directory. Failures are ServerExceptions. */
export interface Engine {
  /** Runs a statement to completion. */
  run(statement: EngineStatement): Promise<EngineResponse>
  /** Streams the result of a SELECT; stopping the iteration early ends the query. */
  stream(statement: EngineStatement): AsyncGenerator<Uint8Array, void, undefined>
  /** Asks the engine to end a running statement soon, which may not be possible. No effect if it is not running. */
  kill(id: string): void
  /** Nothing may be running. */
  close(): void
}

/** Loads the engine without opening a directory. */
export async function loadEngine(): Promise<void> {
  await loadLibrary()
}

export interface EngineOptions {
  /** Memory limit of the engine; statements that would exceed it fail. Default: the engine's own. */
  memoryBytesMax?: number
}

/**
 * How often the engine compares its memory accounting with the process's actual memory. The engine's default of 50 ms costs 0.2 % of a
 * core even when idle.
 */
const memoryLookMs = 500

/**
 * Pauses in seconds of each table's background tasks once they find nothing to do. They grow to ten minutes from here; an insert wakes the
 * tasks at once, but a mutation may wait for as long as this. With the engine's default, 0.1 s, they cost half a percent of a core in the
 * first minutes after a start. Streaming queries are not used.
 */
const taskPauses = { processing: 5, streaming_processing: 600 }

/**
 * Opens the engine. Each statement gets its own connection (opening takes a millisecond), so that its settings,
 * parameters and database do not leak into others. Main thread only; one directory per process.
 */
export async function openEngine(dataDirectory: string, { memoryBytesMax }: EngineOptions = {}): Promise<Engine> {
  const chdb = await loadLibrary()
  const memory = memoryBytesMax === undefined ? [] : [`--max_server_memory_usage=${memoryBytesMax}`]
  const connectionArgs = [
    ...memory,
    `--memory_worker_period_ms=${memoryLookMs}`,
    ...Object.entries(taskPauses).map(
      ([task, seconds]) => `--background_${task}_pool_thread_sleep_seconds_if_nothing_to_do=${seconds}`,
    ),
  ]
  const keeper = new chdb.Session(dataDirectory, { connectionArgs })
  removeLeftRowsFiles(dataDirectory)
  const sessions = createFreshSessions(() => new chdb.Session(dataDirectory))
  return {
    run: async (statement) => {
      const session = sessions.take()
      try {
        await prepare(session, statement)
        if (statement.rowsFile !== undefined) {
          await insertRows(session, statement.sql, statement.rowsFile)
          return { bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0 }
        }
        const result = await session.queryAsync(statement.sql, { format: statement.format })
        return { bytes: result.bytes(), rowsRead: result.rowsRead, bytesRead: result.bytesRead }
      } catch (error) {
        throw toServerException(error)
      } finally {
        session.close()
      }
    },
    stream: async function* (statement) {
      const session = sessions.take()
      try {
        await prepare(session, statement)
        for await (const chunk of session.queryStream(statement.sql, { format: statement.format })) yield chunk.raw()
      } catch (error) {
        throw toServerException(error)
      } finally {
        session.close()
      }
    },
    kill: (id) => {
      // SYNC would wait in the thread that is to be ended. A statement that cannot be killed ends at its time limit.
      const query = `KILL QUERY WHERE Settings['log_comment'] = ${quoteText(id)} ASYNC`
      keeper.queryAsync(query).catch(() => undefined)
    },
    close: () => {
      sessions.close()
      keeper.close()
    },
  }
}

/** @throws when there is no build of the native library for this system, saying what to do instead. */
async function loadLibrary() {
  try {
    return await import('chdb')
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes('no native binding'))) throw cause
    throw new Error(
      `the embedded analytics engine is not installed for ${platform()} ${arch()}. On Linux x64 with glibc, delete node_modules and` +
        ' install again. It does not run on other systems: run Signalbox in a container, or set SIGNALBOX_CLICKHOUSE_URL to a' +
        ' ClickHouse server',
      { cause },
    )
  }
}

/** Provides unused sessions. One is opened ahead, because opening takes as long as a short query. */
function createFreshSessions(open: () => Session): { take(): Session; close(): void } {
  let ahead: Session | undefined = open()
  let isClosed = false
  const refill = () => {
    if (!isClosed) ahead ??= open()
  }
  return {
    take: () => {
      const session = ahead ?? open()
      ahead = undefined
      setImmediate(refill)
      return session
    },
    close: () => {
      isClosed = true
      ahead?.close()
    },
  }
}

/** The engine's default for `max_query_size`: bytes of a statement. */
const statementBytesMax = 262_144

async function prepare(session: Session, { database, settings, parameters, id }: EngineStatement): Promise<void> {
  const values = [
    `max_query_size = ${statementBytesMax}`,
    ...[...settings].map(([name, value]) => `${name} = ${quoteText(value)}`),
    ...[...parameters].map(([name, value]) => `param_${name} = ${quoteText(value)}`),
    // The engine assigns its own query ids; the log comment identifies the statement.
    `log_comment = ${quoteText(id)}`,
  ]
  if (database !== undefined) await session.queryAsync(`USE ${quoteName(database)}`)
  const assignment = `SET ${values.join(', ')}`
  // Parameters may be longer than a statement, such as the ids of a large batch.
  const bytes = Buffer.byteLength(assignment)
  if (bytes > statementBytesMax) await session.queryAsync(`SET max_query_size = ${bytes}`)
  await session.queryAsync(assignment)
}
