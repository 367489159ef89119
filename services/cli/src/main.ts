import { runCli } from './cli.js'
import { importServer, runOfflineProgram } from './run-offline.js'

// A reader that has enough (`| head`) closes the pipe: that is not a failure, and nobody is left to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// No process.exit here: it would cut what is still being written to a pipe.
process.exitCode = await runCli({
  args: process.argv.slice(2),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  runOffline: (args) => runOfflineProgram({ execPath: process.execPath, args }),
  startServer: async (settings) => {
    Object.assign(process.env, settings)
    await importServer()
  },
  clock: () => Date.now(),
})
