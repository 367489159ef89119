import { parseTimestamp } from '@signalbox/contracts'
import { Command, InvalidArgumentError } from 'commander'
import { readBundle, writeBundle } from '../bundle/bundle-file.js'
import { exportBundle } from '../bundle/export-bundle.js'
import { importBundle, type ImportSums } from '../bundle/import-bundle.js'
import { createSender } from '../bundle/sender.js'
import { addConnectionOptions, addressOf, apiKeyOf, connect, type ConnectionOptions } from '../connection.js'
import { countOf } from '../output/count-of.js'
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

The file contains user data, including any personal data that scrubbing did not remove: treat it as a secret.

Exit codes: 0 done, 1 failed, 2 wrong usage.`

const importHelp = `
Entries keep their times and ids. Existing entries are skipped, so a file can be imported repeatedly.

Exit codes: 0 all entries are present, 1 failed or entries are missing, 2 wrong usage.`

/** `signalbox incident`: transfers a time range from one installation to another. */
export function createIncidentCommand(environment: CliEnvironment): Command {
  return new Command('incident')
    .summary('Move an incident between installations')
    .description('Export all data of a time range to a file, or import such a file')
    .addCommand(createExport(environment))
    .addCommand(createImport(environment))
}

function createExport(environment: CliEnvironment): Command {
  const command = new Command('export')
    .summary('Export a time range to a file')
    .description(
      'Write the events, spans, logs, samples, measurements, data points, changes and deployments of a time ' +
        'range to a file',
    )
    .requiredOption('--start <time>', 'Start of the range, ISO 8601', readTime)
    .option('--end <time>', 'End of the range, ISO 8601 (default: now)', readTime)
    .option('--session <id>', 'Session whose transcript to include; may be repeated', collect, [])
    .requiredOption('-o, --output <file>', 'File to write')
    .option('--json', 'Print a summary as JSON', false)
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
      stdout.write(
        options.json ? `${JSON.stringify({ file: output, counts })}\n` : `${output}: ${describeCounts(counts)}.\n`,
      )
    })
}

function createImport(environment: CliEnvironment): Command {
  const command = new Command('import')
    .summary('Import an incident file')
    .description('Import a file through the public API, and wait until its entries are stored')
    .argument('<file>', 'File written by `signalbox incident export`')
    .option('--json', 'Print a summary as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', importHelp)
    .action(async (file: string, options: ImportOptions) => {
      const api = connect(options, environment)
      const [baseUrl, apiKey] = [addressOf(options, environment), apiKeyOf(options, environment)]
      const sender = createSender({ api, apiKey, baseUrl })
      const sums = await importBundle({ api, sender }, readBundle(file))
      environment.stdout.write(options.json ? `${JSON.stringify(sums)}\n` : describeImport(sums))
      if (sums.missing > 0) {
        throw new CommandFailure(
          `${sums.missing} entries were sent but not stored: they exceed the retention, or project settings reject ` +
            'them',
        )
      }
    })
}

function describeImport({ sent, known, sessions }: ImportSums): string {
  const transcripts = sessions === 0 ? '' : `${sessions} transcripts remain in the file.\n`
  return `Sent: ${describeCounts(sent)}.
Already present: ${describeCounts(known)}.
${transcripts}`
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
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
