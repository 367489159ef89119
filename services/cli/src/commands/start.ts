import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'

const help = `
Everything runs in this process until you stop it (Ctrl-C or SIGTERM). The first start prints a sign-up link, an API key and a
DSN. All other settings are environment variables; options take precedence over their variables.

Example:
  signalbox start --port 8000 --data-dir ./data`

interface StartOptions {
  port?: string
  host?: string
  dataDir?: string
}

/** `signalbox start`: runs an installation in a single process on this machine. */
export function createStartCommand({ startServer }: CliEnvironment): Command {
  return new Command('start')
    .summary('Run Signalbox on this machine')
    .description('Run all of Signalbox in one process on this machine')
    .option('--port <number>', 'Port to listen on (default: $SIGNALBOX_PORT, or 8000)')
    .option('--host <address>', 'Address to listen on (default: $SIGNALBOX_HOST, or 127.0.0.1)')
    .option('--data-dir <directory>', 'Data directory (default: $SIGNALBOX_DATA_DIR, or ./data)')
    .addHelpText('after', help)
    .action(({ port, host, dataDir }: StartOptions) =>
      startServer({
        ...(port !== undefined && { SIGNALBOX_PORT: port }),
        ...(host !== undefined && { SIGNALBOX_HOST: host }),
        ...(dataDir !== undefined && { SIGNALBOX_DATA_DIR: dataDir }),
      }),
    )
}
