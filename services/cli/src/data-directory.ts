import type { Command } from 'commander'
import type { CliEnvironment } from './environment.js'

/** Options of commands that work on a data directory. */
export interface DataDirectoryOptions {
  dataDir?: string
  keyFile?: string
}

/** Adds the data directory options to a command. */
export function addDataDirectoryOptions(command: Command): Command {
  return command
    .option('--data-dir <directory>', 'Data directory of Signalbox (default: $SIGNALBOX_DATA_DIR, or ./data)')
    .option('--key-file <file>', 'Secret key file (default: $SIGNALBOX_SECRET_KEY_FILE, or next to the database)')
}

/** The directory, and the key file or an empty string. */
export function dataDirectoryOf(
  { dataDir, keyFile }: DataDirectoryOptions,
  { env }: Pick<CliEnvironment, 'env'>,
): { directory: string; keyFile: string } {
  return {
    directory: dataDir ?? (env['SIGNALBOX_DATA_DIR'] || './data'),
    keyFile: keyFile ?? env['SIGNALBOX_SECRET_KEY_FILE'] ?? '',
  }
}

/** Base URL for browsers, without a trailing slash. */
export function publicUrlOf({ publicUrl }: { publicUrl?: string }, { env }: Pick<CliEnvironment, 'env'>): string {
  return (publicUrl ?? (env['SIGNALBOX_PUBLIC_URL'] || 'http://127.0.0.1:8000')).replace(/\/+$/, '')
}
