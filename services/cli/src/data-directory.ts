import type { Command } from 'commander'
import type { CliEnvironment } from './environment.js'

/** Options of commands that work on a data directory. */
export interface DataDirectoryOptions {
  dataDir?: string
  keyFile?: string
}

/** Gives a command the options that say which data directory it works on. */
export function addDataDirectoryOptions(command: Command): Command {
  return command
    .option('--data-dir <directory>', 'where Signalbox keeps its data (default: $SIGNALBOX_DATA_DIR, else ./data)')
    .option('--key-file <file>', 'the file of keys (default: $SIGNALBOX_SECRET_KEY_FILE, else beside the database)')
}

/** The directory, and the file of keys or an empty text. */
export function dataDirectoryOf(
  { dataDir, keyFile }: DataDirectoryOptions,
  { env }: Pick<CliEnvironment, 'env'>,
): { directory: string; keyFile: string } {
  return {
    directory: dataDir ?? (env['SIGNALBOX_DATA_DIR'] || './data'),
    keyFile: keyFile ?? env['SIGNALBOX_SECRET_KEY_FILE'] ?? '',
  }
}

/** Where browsers reach the installation, without a slash at its end. */
export function publicUrlOf({ publicUrl }: { publicUrl?: string }, { env }: Pick<CliEnvironment, 'env'>): string {
  return (publicUrl ?? (env['SIGNALBOX_PUBLIC_URL'] || 'http://127.0.0.1:8000')).replace(/\/+$/, '')
}
