import type { Engine, EngineStatement } from '../embedded-server/engine.js'
import { toServerException } from '../embedded-server/server-exception.js'
import type { FromEngine, StatementMessage, ToEngine } from './messages.js'

/** Returns a message handler that runs statements concurrently and sends each answer when its statement ends. */
export function runStatements(engine: Engine, send: (message: FromEngine) => void): (message: ToEngine) => void {
  const run = async (id: number, statement: StatementMessage) => {
    try {
      const { bytes } = await engine.run(toEngineStatement(id, statement))
      send({ type: 'result', id, bytes })
    } catch (error) {
      send({ type: 'failure', id, message: toServerException(error).toText() })
    }
  }
  return (message) => {
    if (message.type === 'run') void run(message.id, message)
    else if (message.type === 'cancel') engine.kill(nameOf(message.id))
    else engine.close()
  }
}

/** @param id Unique among the statements of this process. */
export function toEngineStatement(
  id: number,
  { sql, rowsFile, parameters, settings }: StatementMessage,
): EngineStatement {
  return {
    sql,
    rowsFile,
    format: 'TabSeparated',
    database: undefined,
    settings: new Map(Object.entries(settings)),
    parameters: new Map(Object.entries(parameters)),
    id: nameOf(id),
  }
}

const nameOf = (id: number) => `statement-${id}`
