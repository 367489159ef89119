import { Command } from 'commander'
import { createSender } from '../bundle/sender.js'
import { addressOf, apiKeyOf, connect } from '../connection.js'
import { countOf } from '../count-of.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { applyImport } from '../import/apply-import.js'
import { readBugsink } from '../import/bugsink.js'
import { readExportFile, type ExportedKind } from '../import/export-file.js'
import type { ImportedItem } from '../import/imported-item.js'
import { createPatientClient } from '../import/patient-client.js'
import type { SourceAddress } from '../import/read-pages.js'
import { readSentry } from '../import/sentry.js'
import type { ImportSource } from '../import/source.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../render-table.js'
import { writeList } from '../write-list.js'

interface ImportOptions extends ListOptions {
  from?: string
  file?: string
  organization?: string
  dryRun: boolean
}

const help = `
The token of the other server comes from SIGNALBOX_IMPORT_TOKEN; it must be able to read projects, keys, members, issues and
events. Instead of a server, --file names what one exported: sentry export, manage.py dumpdata or bugsink-manage dumpdata.
Projects keep their numbers and public keys, so that their applications go on with the DSNs that they have once the host leads
here. Of open and archived issues the newest event comes, is grouped as events are here, and the issue gets state and assignee.
Members get an invitation, whose link is in the report. What is there already is left alone: run it again as often as you like,
also after members have joined, who issues are assigned to then.

Examples:
  signalbox import bugsink --from https://bugsink.example.com --dry-run
  signalbox import glitchtip --from https://glitchtip.example.com --organization acme
  signalbox import sentry --from https://sentry.io --organization acme
  signalbox import sentry --file export.json

Exit codes: 0 done, also when something could not be taken, 1 failed, 2 wrong usage.`

const columns: readonly Column[] = [
  { heading: 'KIND' },
  { heading: 'NAME', isFlexible: true },
  { heading: 'OUTCOME' },
  { heading: 'DETAIL' },
]

/** Reads one kind of server. */
type Reader = (source: SourceAddress, options: ImportOptions) => Promise<ImportSource>

/** `signalbox import`: takes projects, keys, issues and members over from another server. */
export function createImportCommand(environment: CliEnvironment): Command {
  return new Command('import')
    .summary('take projects, keys, issues and members over from Sentry, GlitchTip or Bugsink')
    .description('Take projects with their DSNs and open issues, and members, over from another server.')
    .addHelpText('after', help)
    .addCommand(createSourceCommand('sentry', readOrganization, environment))
    .addCommand(createSourceCommand('glitchtip', readOrganization, environment))
    .addCommand(createSourceCommand('bugsink', readBugsink, environment))
}

const readOrganization: Reader = (source, { organization }) => {
  if (organization === undefined) throw new UsageError('name the organization there: --organization <slug>')
  return readSentry(source, organization)
}

function createSourceCommand(name: ExportedKind, read: Reader, environment: CliEnvironment): Command {
  const command = new Command(name)
    .description('Take over what the server at an address has, or what it exported.')
    .option('--from <url>', 'address of the other server')
    .option('--file <file>', 'what it exported, in the place of the server')
    .option('--dry-run', 'show what would be taken, and change nothing', false)
  if (read === readOrganization) command.option('--organization <slug>', 'organization there')
  return addListOptions(command).action(async (options: ImportOptions) => {
    const { stderr } = environment
    const api = connect(options, environment)
    const [baseUrl, apiKey] = [addressOf(options, environment), apiKeyOf(options, environment)]
    const source = await readSource(name, { read, options, token: environment.env['SIGNALBOX_IMPORT_TOKEN'] })
    const items: ImportedItem[] = []
    const applied = applyImport(source, {
      client: createPatientClient(api),
      sender: createSender({ api, apiKey, baseUrl }),
      dryRun: options.dryRun,
      onProgress: (text) => stderr.write(`${text}\n`),
    })
    for await (const item of applied) items.push(item)
    const toRow = ({ kind, name: title, outcome, detail }: ImportedItem) => [kind, title, outcome, detail]
    writeList(environment, { items, columns, toRow, empty: 'There is nothing to take over.' }, options)
    stderr.write(summarize(items))
    if (options.dryRun) stderr.write('Nothing was changed: this was a dry run.\n')
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
    throw new UsageError('name a server, --from <url>, or --file <file>')
  if (file !== undefined) return readExportFile(file, name)
  if (!token) throw new UsageError('set SIGNALBOX_IMPORT_TOKEN to a token of the other server')
  return read({ url: (from ?? '').replace(/\/+$/, ''), token }, options)
}

/** `created: 2 projects, 1 key`, a line for each outcome. */
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
