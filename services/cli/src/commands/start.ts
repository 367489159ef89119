import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'

const help = `
Everything runs in this process until it is told to stop (Ctrl-C or SIGTERM). The first start prints where to sign up, an API
key and a DSN. Other settings are environment variables; an option here goes before its variable.

Example:
  signalbox start --port 8000 --data-dir ./data`

interface StartOptions {
  port?: string
  host?: string
  dataDir?: string
}

/** `signalbox start`: runs an installation in one process, on this machine. */
export function createStartCommand({ startServer }: CliEnvironment): Command {
  return new Command('start')
    .summary('run Signalbox on this machine')
    .description('Run all of Signalbox in one process on this machine.')
    .option('--port <number>', 'where it listens (default: $SIGNALBOX_PORT, else 8000)')
    .option('--host <address>', 'at which address (default: $SIGNALBOX_HOST, else 127.0.0.1)')
    .option('--data-dir <directory>', 'where it keeps its data (default: $SIGNALBOX_DATA_DIR, else ./data)')
    .addHelpText('after', help)
    .action(({ port, host, dataDir }: StartOptions) =>
      startServer({
        ...(port !== undefined && { SIGNALBOX_PORT: port }),
        ...(host !== undefined && { SIGNALBOX_HOST: host }),
        ...(dataDir !== undefined && { SIGNALBOX_DATA_DIR: dataDir }),
      }),
    )
}
