import { createQueryQueue } from '../query-queue.js'
import { createStatementClient, type ClickHouseClient } from '../statement-client.js'
import { superviseEngine, type SupervisorOptions } from './supervise-engine.js'

/** Maximum number of concurrent statements; the engine's process has a few more threads, to be able to kill these. */
const runningMax = 12
const waitingMax = 1_000

/**
 * Opens the engine in a separate process. @returns a client for it. @throws StoreError `unavailable` if it cannot open
 * the directory.
 */
export async function openEngineProcess(options: SupervisorOptions): Promise<ClickHouseClient> {
  const supervisor = await superviseEngine(options)
  const queue = createQueryQueue({ runningMax, waitingMax })
  return createStatementClient({
    run: (statement, signal) => queue.run(() => supervisor.run(statement, signal)),
    close: () => supervisor.stop(),
  })
}
