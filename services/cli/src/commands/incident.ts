import { parseTimestamp } from '@signalbox/contracts'
import { Command, InvalidArgumentError } from 'commander'
import { readBundle, writeBundle } from '../bundle/bundle-file.js'
import { exportBundle } from '../bundle/export-bundle.js'
import { importBundle, type ImportSums } from '../bundle/import-bundle.js'
import { createSender } from '../bundle/sender.js'
import { addConnectionOptions, addressOf, apiKeyOf, connect, type ConnectionOptions } from '../connection.js'
import { countOf } from '../count-of.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'

interface ExportOptions extends ConnectionOptions {
  start: string
  end?: string
  session: string[]
  output: string
  json: boolean
}

interface ImportOptions extends ConnectionOptions {
  json: boolean
}

const exportHelp = `
Example:
  signalbox incident export --start 2026-05-17T12:00:00Z --end 2026-05-17T14:00:00Z \\
    --session 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e -o checkout.ndjson.gz

The file holds what users sent, personal data and all that scrubbing left in it: treat it as a secret.

Exit codes: 0 done, 1 failed, 2 wrong usage.`

const importHelp = `
Entries keep their times and ids. What is there already is left out, so that a file can be imported again.

Exit codes: 0 all entries are there, 1 failed or entries are missing, 2 wrong usage.`

/** `signalbox incident`: takes a stretch of time from one installation to another. */
export function createIncidentCommand(environment: CliEnvironment): Command {
  return new Command('incident')
    .summary('take an incident from one installation to another')
    .description('Export everything known about a period of time to a file, or import such a file.')
    .addCommand(createExport(environment))
    .addCommand(createImport(environment))
}

function createExport(environment: CliEnvironment): Command {
  const command = new Command('export')
    .summary('export a period of time to a file')
    .description(
      'Write events, spans, logs, samples, measurements, data points, changes and deployments of a time to one file.',
    )
    .requiredOption('--start <time>', 'start of the time, ISO 8601', readTime)
    .option('--end <time>', 'end of the time, ISO 8601 (default: now)', readTime)
    .option('--session <id>', 'a session whose transcript goes with it; may be repeated', collect, [])
    .requiredOption('-o, --output <file>', 'file to write')
    .option('--json', 'print what was written as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', exportHelp)
    .action(async (options: ExportOptions) => {
      const { stdout, clock } = environment
      const now = clock()
      const { start, end = new Date(now).toISOString(), session: sessions, output } = options
      const counts = await writeBundle(
        output,
        exportBundle(connect(options, environment), { start, end, sessions, now }),
      )
      stdout.write(options.json ? `${JSON.stringify({ file: output, counts })}\n` : `${output}: ${tell(counts)}.\n`)
    })
}

function createImport(environment: CliEnvironment): Command {
  const command = new Command('import')
    .summary('import such a file')
    .description('Import the entries of a file through the public API, and wait until they are stored.')
    .argument('<file>', 'file that was written by `signalbox incident export`')
    .option('--json', 'print what was done as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', importHelp)
    .action(async (file: string, options: ImportOptions) => {
      const api = connect(options, environment)
      const [baseUrl, apiKey] = [addressOf(options, environment), apiKeyOf(options, environment)]
      const sender = createSender({ api, apiKey, baseUrl })
      const sums = await importBundle({ api, sender }, readBundle(file))
      environment.stdout.write(options.json ? `${JSON.stringify(sums)}\n` : tellImport(sums))
      if (sums.missing > 0) {
        throw new CommandFailure(
          `${sums.missing} entries were sent but are not there: they are older than what is kept, or refused by settings of the project`,
        )
      }
    })
}

function tellImport({ sent, known, sessions }: ImportSums): string {
  const transcripts = sessions === 0 ? '' : `${sessions} transcripts stay in the file.\n`
  return `Sent: ${tell(sent)}.\nThere already: ${tell(known)}.\n${transcripts}`
}

function tell(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([name, count]) => count > 0 && name !== 'header')
  return parts.map(([name, count]) => countOf(count, name.replace('_', ' '))).join(', ') || 'nothing'
}

function readTime(text: string): string {
  const time = parseTimestamp(text)
  if (time === undefined) throw new InvalidArgumentError('It must be a time such as 2026-05-17T12:00:00Z.')
  return new Date(time).toISOString()
}

function collect(value: string, values: string[]): string[] {
  return [...values, value]
}
