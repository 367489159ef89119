import type { Session } from 'chdb'
import { quoteName, quoteText } from '../sql/tokenize.js'
import { toServerException } from './server-exception.js'

/** A statement with what came beside it. */
export interface EngineStatement {
  /** With the data of an INSERT. */
  sql: string
  /** Format of a result whose statement names none. */
  format: string
  database: string | undefined
  /** Settings by name, as texts. */
  settings: ReadonlyMap<string, string>
  /** Values of `{name:Type}`, as texts that the engine reads by the type. */
  parameters: ReadonlyMap<string, string>
  /** Under which it can be killed. */
  id: string
}

/** What the engine counted; zeros where it does not tell. */
export interface EngineAnswer {
  bytes: Uint8Array
  rowsRead: number
  bytesRead: number
}

/** The embedded engine, over one directory. Failures are ServerExceptions. */
export interface Engine {
  /** Runs it to the end. */
  run(statement: EngineStatement): Promise<EngineAnswer>
  /** Gives the result of a SELECT piece by piece; who stops early ends the query. */
  stream(statement: EngineStatement): AsyncGenerator<Uint8Array, void, undefined>
  /** Ends a statement that runs, soon, if it can; does nothing when there is none. */
  kill(id: string): void
  /** Nothing may run any more. */
  close(): void
}

/** Loads the engine without opening a directory. */
export async function loadEngine(): Promise<void> {
  await import('chdb')
}

export interface EngineOptions {
  /** What the engine may hold in all; statements that would take more fail. Its own choice when left out. */
  memoryBytesMax?: number
}

/**
 * How often the engine compares what it counts with what the process holds. Its own choice, 50 ms, takes a fifth of a percent
 * of a core from who is idle.
 */
const memoryLookMs = 500

/**
 * Opens the engine. Each statement gets a connection of its own (a millisecond), so that its settings, parameters and
 * database end with it. Main thread only; one directory per process.
 */
export async function openEngine(dataDirectory: string, { memoryBytesMax }: EngineOptions = {}): Promise<Engine> {
  const chdb = await import('chdb')
  const memory = memoryBytesMax === undefined ? [] : [`--max_server_memory_usage=${memoryBytesMax}`]
  const connectionArgs = [...memory, `--memory_worker_period_ms=${memoryLookMs}`]
  const keeper = new chdb.Session(dataDirectory, { connectionArgs })
  const sessions = createFreshSessions(() => new chdb.Session(dataDirectory))
  return {
    run: async (statement) => {
      const session = sessions.take()
      try {
        await prepare(session, statement)
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

/** Sessions that no statement has used; one is opened ahead, because opening takes as long as a short query. */
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

async function prepare(session: Session, { database, settings, parameters, id }: EngineStatement): Promise<void> {
  const values = [
    ...[...settings].map(([name, value]) => `${name} = ${quoteText(value)}`),
    ...[...parameters].map(([name, value]) => `param_${name} = ${quoteText(value)}`),
    // The engine gives ids of its own; this is how it is told which statement is ours.
    `log_comment = ${quoteText(id)}`,
  ]
  if (database !== undefined) await session.queryAsync(`USE ${quoteName(database)}`)
  await session.queryAsync(`SET ${values.join(', ')}`)
}
