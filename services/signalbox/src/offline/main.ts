import { runOffline } from './run-offline.js'

// Entry point used by the command line: `main.js <task> <data directory> …`, see `OfflineTask`. If the reader closes
// the pipe (`| head`), the task still completes.
process.stdout.on('error', () => undefined)
const { message, exitCode } = await runOffline({ args: process.argv.slice(2), now: Date.now() })
if (exitCode === 0) process.stdout.write(`${message}\n`)
else process.stderr.write(`signalbox: ${message}\n`)
process.exitCode = exitCode
