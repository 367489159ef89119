import { Command } from 'commander'
import { createSender } from '../bundle/sender.js'
import { addressOf, apiKeyOf, connect } from '../connection.js'
import { countOf } from '../output/count-of.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { applyImport } from '../import/apply-import.js'
import { readBugsink } from '../import/bugsink.js'
import { readExportFile, type ExportedKind } from '../import/export-file.js'
import type { ImportedItem } from '../import/imported-item.js'
import { createRetryingClient } from '../import/retrying-client.js'
import type { SourceAddress } from '../import/read-pages.js'
import { readSentry } from '../import/sentry.js'
import type { ImportSource } from '../import/source.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { writeList } from '../output/write-list.js'

interface ImportOptions extends ListOptions {
  from?: string
  file?: string
  organization?: string
  dryRun: boolean
  reuseDefault: boolean
}

const help = `
Set SIGNALBOX_IMPORT_TOKEN to a token of the other server that can read projects, keys, members, issues and events. To import
an export file instead, pass --file with the output of sentry export, manage.py dumpdata or bugsink-manage dumpdata.
Projects keep their numbers and public keys, so applications keep their DSNs once the host name points to this installation.
For open and archived issues, the newest event is imported and grouped like any event; the issue gets its status and assignee.
Members get an invitation, whose link is in the report. Existing objects are left alone: you can run the import repeatedly, for
example after members have joined, to assign their issues.

Examples:
  signalbox import bugsink --from https://bugsink.example.com --dry-run
  signalbox import glitchtip --from https://glitchtip.example.com --organization acme
  signalbox import sentry --from https://sentry.io --organization acme
  signalbox import sentry --file export.json

Exit codes: 0 done, even if some items were skipped, 1 failed, 2 wrong usage.`

const columns: readonly Column[] = [
  { heading: 'KIND' },
  { heading: 'NAME', isFlexible: true },
  { heading: 'OUTCOME' },
  { heading: 'DETAIL' },
]

/** Reads from one kind of server. */
type Reader = (source: SourceAddress, options: ImportOptions) => Promise<ImportSource>

/** `signalbox import`: imports projects, keys, issues and members from another server. */
export function createImportCommand(environment: CliEnvironment): Command {
  return new Command('import')
    .summary('Import projects, keys, issues and members from Sentry, GlitchTip or Bugsink')
    .description('Import projects with their DSNs, open issues and members from another server')
    .addHelpText('after', help)
    .addCommand(createSourceCommand('sentry', readOrganization, environment))
    .addCommand(createSourceCommand('glitchtip', readOrganization, environment))
    .addCommand(createSourceCommand('bugsink', readBugsink, environment))
}

const readOrganization: Reader = (source, { organization }) => {
  if (organization === undefined) throw new UsageError('specify the organization on that server: --organization <slug>')
  return readSentry(source, organization)
}

const serverNames: Readonly<Record<ExportedKind, string>> = {
  sentry: 'Sentry',
  glitchtip: 'GlitchTip',
  bugsink: 'Bugsink',
}

function createSourceCommand(name: ExportedKind, read: Reader, environment: CliEnvironment): Command {
  const command = new Command(name)
    .description(`Import from ${serverNames[name]}: a server or an export file`)
    .option('--from <url>', 'Address of the other server')
    .option('--file <file>', 'Export file to import instead of contacting the server')
    .option('--dry-run', 'Show what would be imported without changing anything', false)
    .option('--reuse-default', 'Import project 1 into the project default even if it has received events', false)
  if (read === readOrganization) command.option('--organization <slug>', 'Organization on the other server')
  return addListOptions(command).action(async (options: ImportOptions) => {
    const { stderr } = environment
    const api = connect(options, environment)
    const [baseUrl, apiKey] = [addressOf(options, environment), apiKeyOf(options, environment)]
    const source = await readSource(name, { read, options, token: environment.env['SIGNALBOX_IMPORT_TOKEN'] })
    const items: ImportedItem[] = []
    const applied = applyImport(source, {
      client: createRetryingClient(api),
      sender: createSender({ api, apiKey, baseUrl }),
      dryRun: options.dryRun,
      reuseDefault: options.reuseDefault,
      onProgress: (text) => stderr.write(`${text}\n`),
    })
    for await (const item of applied) items.push(item)
    const toRow = ({ kind, name: title, outcome, detail }: ImportedItem) => [kind, title, outcome, detail]
    writeList(environment, { items, columns, toRow, empty: 'Nothing to import.' }, options)
    stderr.write(summarize(items))
    if (options.dryRun) stderr.write('Dry run: nothing was changed.\n')
  })
}

interface SourceNeeds {
  read: Reader
  options: ImportOptions
  token: string | undefined
}

async function readSource(name: ExportedKind, { read, options, token }: SourceNeeds): Promise<ImportSource> {
  const { from, file } = options
  if ((from === undefined) === (file === undefined))
    throw new UsageError('specify a server (--from <url>) or a file (--file <file>)')
  if (file !== undefined) return readExportFile(file, name)
  if (!token) throw new UsageError('set SIGNALBOX_IMPORT_TOKEN to a token of the other server')
  return read({ url: (from ?? '').replace(/\/+$/, ''), token }, options)
}

/** `created: 2 projects, 1 key`, one line per outcome. */
function summarize(items: readonly ImportedItem[]): string {
  const sums = new Map<string, Map<string, number>>()
  for (const { outcome, kind } of items) {
    const ofOutcome = sums.get(outcome) ?? new Map<string, number>()
    sums.set(outcome, ofOutcome.set(kind, (ofOutcome.get(kind) ?? 0) + 1))
  }
  const lines = [...sums].map(([outcome, kinds]) => {
    const counts = [...kinds].map(([kind, count]) => countOf(count, kind))
    return `${outcome}: ${counts.join(', ')}\n`
  })
  return lines.join('')
}
