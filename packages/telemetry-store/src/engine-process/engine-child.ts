import { loadEngine, openEngine } from '../embedded-server/engine.js'
import { runStatements } from './run-statements.js'
import type { EngineStart, FromEngine, ToEngine } from './messages.js'

// Process that runs the engine. Its parent decides when it ends, so it ignores signals sent to the process group. If
// the parent is gone for any reason, this process kills itself, which releases the lock on the directory.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

let receive: ((message: ToEngine) => void) | undefined

process.on('message', (message: ToEngine) => {
  if (message.type === 'open') void open(message)
  else receive?.(message)
  if (message.type === 'close') process.disconnect()
})

function send(message: FromEngine): void {
  // Ignores send errors: a closed channel is reported by `disconnect`.
  process.send?.(message, () => undefined)
}

async function open({ dataDirectory, memoryBytesMax }: EngineStart): Promise<void> {
  try {
    receive = runStatements(await openEngine(dataDirectory, { memoryBytesMax }), send)
    endAtFaults()
    send({ type: 'opened' })
  } catch (error) {
    send({ type: 'unopened', message: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * The engine's own fault handlers put a thread to sleep forever, and the process with it. Registering a handler in Node
 * replaces the engine's; removing it restores the system default, so a fault ends the process immediately.
 */
function endAtFaults(): void {
  const nothing = () => undefined
  for (const fault of ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'] as const) {
    process.on(fault, nothing).off(fault, nothing)
  }
}

// Loading takes most of the startup time; a standby process has already done it. Opening reports a failure to load.
await loadEngine().catch(() => undefined)
