import { runCli } from './cli.js'
import { exitCodes } from './exit-codes.js'
import { importServer, runOfflineProgram } from './run-offline.js'

// A reader that has enough (`| head`) closes the pipe: that is not a failure, and nobody is left to tell.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.ok)
  })
}

let isSafeToEnd = true
// A program that works on a data directory gets the signal too, and decides itself when it is safe to end; so does a server.
process.on('SIGINT', () => {
  if (isSafeToEnd) process.exit(exitCodes.interrupted)
})

// No process.exit here: it would cut what is still being written to a pipe.
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
