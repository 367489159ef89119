import { listArtifacts, type Static } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../render-table.js'
import { writeList } from '../write-list.js'

type Artifact = Static<(typeof listArtifacts)['response']>['artifacts'][number]

const columns: readonly Column[] = [
  { heading: 'TYPE' },
  { heading: 'FILES' },
  { heading: 'BYTES' },
  { heading: 'LAST UPLOADED', isTime: true },
  { heading: 'APPLIED' },
]

/** `signalbox sourcemaps list`: what a project has, by type. */
export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('Count what was uploaded for a project by type, and say whether it is applied to events.')
    .requiredOption('--project <id>', 'the telemetry project, by its id or DSN number')
  return addListOptions(command).action(async (options: ListOptions & { project: string }) => {
    const params = { project_id: options.project }
    const { artifacts: items } = await connect(options, environment).call(listArtifacts, { params })
    writeList(environment, { items, columns, toRow, empty: 'Nothing was uploaded for the project.' }, options)
  })
}

function toRow({ type, files, bytes, last_uploaded_at: at, is_applied: isApplied }: Artifact): string[] {
  return [type, String(files), String(bytes), at, isApplied ? 'yes' : 'not yet']
}
