import { loadEngine, openEngine } from '../embedded-server/engine.js'
import { runStatements } from './run-statements.js'
import type { EngineStart, FromEngine, ToEngine } from './messages.js'

// The process that the engine runs in. Its parent decides when it ends: signals to the whole group are left to the parent,
// and when the parent is gone, however it went, so is this process at once, and with it the lock on the directory.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

let receive: ((message: ToEngine) => void) | undefined

process.on('message', (message: ToEngine) => {
  if (message.type === 'open') void open(message)
  else receive?.(message)
  if (message.type === 'close') process.disconnect()
})

function send(message: FromEngine): void {
  // A channel that is closed reports itself by `disconnect`.
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
 * The engine's own handlers of faults leave a thread asleep, for good, and the process with it. Node takes a handler's place
 * with its own, and with the system's when that goes again: a fault ends the process at once.
 */
function endAtFaults(): void {
  const nothing = () => undefined
  for (const fault of ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT'] as const) {
    process.on(fault, nothing).off(fault, nothing)
  }
}

// Most of a start is this. A process that stands by has it behind it.
await loadEngine()
