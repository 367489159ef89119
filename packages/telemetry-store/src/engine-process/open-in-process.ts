import { parseError } from '@clickhouse/client'
import { openEngine } from '../embedded-server/engine.js'
import { withRowsFile } from '../embedded-server/rows-file.js'
import { toServerException } from '../embedded-server/server-exception.js'
import { createStatementClient, type ClickHouseClient } from '../statement-client.js'
import { toStoreError } from '../store-errors.js'
import { toEngineStatement } from './run-statements.js'

/** Opens the engine in this process. @returns a client for it. @throws Error if it cannot open the directory. */
export async function openInProcess(dataDirectory: string): Promise<ClickHouseClient> {
  const engine = await openEngine(dataDirectory)
  let lastId = 0
  return createStatementClient({
    run: async ({ rows, ...message }, signal) => {
      const statement = toEngineStatement((lastId += 1), message)
      const kill = () => {
        engine.kill(statement.id)
      }
      signal.addEventListener('abort', kill, { once: true })
      try {
        const { bytes } = await withRowsFile(dataDirectory, rows, (rowsFile) => engine.run({ ...statement, rowsFile }))
        return bytes
      } catch (error) {
        throw toStoreError(parseError(toServerException(error).toText()))
      } finally {
        signal.removeEventListener('abort', kill)
      }
    },
    close: () => {
      engine.close()
      return Promise.resolve()
    },
  })
}
