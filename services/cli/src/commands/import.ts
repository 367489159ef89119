import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { applyImport, type ImportedItem } from '../import/apply-import.js'
import { readBugsink } from '../import/bugsink.js'
import { readSentry } from '../import/sentry.js'
import type { ImportSource, SourceAddress } from '../import/source.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../render-table.js'
import { writeList } from '../write-list.js'

interface ImportOptions extends ListOptions {
  from: string
  organization?: string
  dryRun: boolean
}

const help = `
The token of the other server comes from SIGNALBOX_IMPORT_TOKEN; it must be able to read projects, keys, members and issues.
Projects keep their numbers and public keys, so that their applications go on with the DSNs that they have once the host leads
here. What is there already is left alone: run it again as often as you like. Members get an invitation, whose link is in the
report. Open issues are counted and not taken: they come again with their events.

Examples:
  signalbox import bugsink --from https://bugsink.example.com --dry-run
  signalbox import glitchtip --from https://glitchtip.example.com --organization acme
  signalbox import sentry --from https://sentry.io --organization acme

Exit codes: 0 done, also when something could not be taken, 1 failed, 2 wrong usage.`

const columns: readonly Column[] = [
  { heading: 'KIND' },
  { heading: 'NAME', isFlexible: true },
  { heading: 'OUTCOME' },
  { heading: 'DETAIL' },
]

/** Reads one kind of server. */
type Reader = (source: SourceAddress, options: ImportOptions) => Promise<ImportSource>

/** `signalbox import`: takes projects, keys and members over from another server. */
export function createImportCommand(environment: CliEnvironment): Command {
  return new Command('import')
    .summary('take projects, keys and members over from Sentry, GlitchTip or Bugsink')
    .description('Take projects with their DSNs, and members, over from another server.')
    .addHelpText('after', help)
    .addCommand(createSourceCommand('sentry', readOrganization, environment))
    .addCommand(createSourceCommand('glitchtip', readOrganization, environment))
    .addCommand(createSourceCommand('bugsink', readBugsink, environment))
}

const readOrganization: Reader = (source, { organization }) => {
  if (organization === undefined) throw new UsageError('name the organization there: --organization <slug>')
  return readSentry(source, organization)
}

function createSourceCommand(name: string, read: Reader, environment: CliEnvironment): Command {
  const command = new Command(name)
    .description('Take over what the server at an address has.')
    .requiredOption('--from <url>', 'address of the other server')
    .option('--dry-run', 'show what would be taken, and change nothing', false)
  if (read === readOrganization) command.option('--organization <slug>', 'organization there')
  return addListOptions(command).action(async (options: ImportOptions) => {
    const token = environment.env['SIGNALBOX_IMPORT_TOKEN']
    if (!token) throw new UsageError('set SIGNALBOX_IMPORT_TOKEN to a token of the other server')
    const client = connect(options, environment)
    const source = await read({ url: options.from.replace(/\/+$/, ''), token }, options)
    const items: ImportedItem[] = []
    for await (const item of applyImport(source, { client, dryRun: options.dryRun })) items.push(item)
    const toRow = ({ kind, name: title, outcome, detail }: ImportedItem) => [kind, title, outcome, detail]
    writeList(environment, { items, columns, toRow, empty: 'There is nothing to take over.' }, options)
    if (options.dryRun) environment.stderr.write('Nothing was changed: this was a dry run.\n')
  })
}
