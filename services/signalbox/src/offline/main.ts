import { runOffline } from './run-offline.js'

// Started by the command line: `main.js <task> <data directory> …`, see `OfflineTask`.
// Who reads no further (`| head`) is not told: what was asked for is done.
process.stdout.on('error', () => undefined)
const { message, exitCode } = await runOffline({ args: process.argv.slice(2), now: Date.now() })
if (exitCode === 0) process.stdout.write(`${message}\n`)
else process.stderr.write(`signalbox: ${message}\n`)
process.exitCode = exitCode
