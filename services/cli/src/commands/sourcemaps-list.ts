import {
  deleteSourceMapUpload,
  limits,
  listArtifacts,
  listSourceMaps,
  readSourceMapUpload,
  type SourceMapUpload,
  type Static,
} from '@signalbox/contracts'
import { Command } from 'commander'
import { confirm } from '../confirm.js'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure } from '../exit-codes.js'
import {
  addListOptions,
  addPagedOptions,
  nextOffset,
  toOffsetQuery,
  type ListOptions,
  type PagedOptions,
} from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { writeList } from '../output/write-list.js'

const projectOption = ['--project <id>', 'Telemetry project, by id or DSN number'] as const
const empty = 'No uploads in this project.'

const uploadColumns: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'RELEASE' },
  { heading: 'DIST' },
  { heading: 'STATE' },
  { heading: 'FILES' },
  { heading: 'BYTES' },
  { heading: 'UPLOADED', isTime: true },
  { heading: 'USED', isTime: true },
]

/** `signalbox sourcemaps list`: the uploads of a project. */
export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List the uploads of a project, latest first')
    .requiredOption(...projectOption)
    .option('--search <text>', 'Debug id, or part of a release, a dist or a file URL')
  const { listDefault: limitDefault, listMax: limitMax } = limits.artifacts
  return addPagedOptions(command, { limitDefault, limitMax }).action(
    async (options: PagedOptions & { project: string; search?: string }) => {
      const { uploads: items, total } = await connect(options, environment).call(listSourceMaps, {
        params: { project_id: options.project },
        query: { ...toOffsetQuery(options), ...(options.search !== undefined && { search: options.search }) },
      })
      const next = nextOffset(options, items.length, (options.after ?? 0) + items.length < total)
      const nothing = options.search === undefined ? empty : 'No matching uploads.'
      writeList(environment, { items, next, columns: uploadColumns, toRow, empty: nothing, total }, options)
    },
  )
}

/** For an upload with several releases, shows the latest. */
function toRow(upload: SourceMapUpload): string[] {
  const { bundle_id: id, releases, state, files, bytes, uploaded_at: uploadedAt, used_at: usedAt } = upload
  const latest = releases[0]
  return [
    ...[id, latest?.release ?? '-', latest?.dist ?? '-', state, String(files), String(bytes)],
    ...[uploadedAt, usedAt],
  ]
}

const countColumns: readonly Column[] = [
  { heading: 'TYPE' },
  { heading: 'FILES' },
  { heading: 'BYTES' },
  { heading: 'LAST UPLOADED', isTime: true },
  { heading: 'APPLIED' },
]

type Artifact = Static<(typeof listArtifacts)['response']>['artifacts'][number]

/** `signalbox sourcemaps count`: stored files of a project by type. */
export function createCountCommand(environment: CliEnvironment): Command {
  const command = new Command('count')
    .description('Count the uploads of a project by type, and show whether they are applied to events')
    .requiredOption(...projectOption)
  return addListOptions(command).action(async (options: ListOptions & { project: string }) => {
    const params = { project_id: options.project }
    const { artifacts: items } = await connect(options, environment).call(listArtifacts, { params })
    writeList(environment, { items, columns: countColumns, toRow: toCountRow, empty }, options)
  })
}

function toCountRow({ type, files, bytes, last_uploaded_at: at, is_applied: isApplied }: Artifact): string[] {
  return [type, String(files), String(bytes), at, isApplied ? 'yes' : 'not yet']
}

interface DeleteOptions extends ConnectionOptions {
  project: string
  yes: boolean
}

/** `signalbox sourcemaps delete`. */
export function createDeleteCommand(environment: CliEnvironment): Command {
  const command = new Command('delete')
    .description('Delete an upload of a project; resolved events stay resolved')
    .argument('<upload-id>', 'Id of the upload, from `sourcemaps list`')
    .requiredOption(...projectOption)
    .option('--yes', 'Do not ask for confirmation', false)
  return addConnectionOptions(command).action(async (id: string, options: DeleteOptions) => {
    const client = connect(options, environment)
    const params = { project_id: options.project, bundle_id: id }
    const { files, releases } = await client.call(readSourceMapUpload, { params })
    const question = `Delete the upload of ${releases[0]?.release ?? 'no release'} with its ${files} files?`
    if (!options.yes && !(await confirm(environment, question))) {
      throw new CommandFailure('nothing was deleted: answer yes, or pass --yes')
    }
    await client.call(deleteSourceMapUpload, { params })
    environment.stdout.write('Deleted the upload\n')
  })
}
