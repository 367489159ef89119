import { runCli } from './cli.js'
import { exitCodes } from './exit-codes.js'
import { importServer, runOfflineProgram } from './run-offline.js'

// A reader that closes the pipe early (`| head`) is not a failure, and there is nobody left to report it to.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.ok)
  })
}

let isSafeToEnd = true
// A child process that works on a data directory gets the signal too and decides when it is safe to exit; so does a
// server.
process.on('SIGINT', () => {
  if (isSafeToEnd) process.exit(exitCodes.interrupted)
})

// No process.exit here: it would truncate pending writes to a pipe.
process.exitCode = await runCli({
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  runOffline: async (args) => {
    isSafeToEnd = false
    const outcome = await runOfflineProgram({ execPath: process.execPath, args })
    if (outcome === 'interrupted') process.exit(exitCodes.interrupted)
    isSafeToEnd = true
    return outcome === 'done'
  },
  startServer: async (settings) => {
    isSafeToEnd = false
    Object.assign(process.env, settings)
    await importServer()
  },
  clock: () => Date.now(),
})
