import { listArtifacts, type Static } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderTable } from '../render-table.js'

type Listed = Static<(typeof listArtifacts)['response']>

interface ListOptions extends ConnectionOptions {
  project: string
  json: boolean
}

const columns = ['TYPE', 'FILES', 'BYTES', 'LAST UPLOADED', 'APPLIED'].map((heading) => ({ heading }))

/** `signalbox sourcemaps list`: what a project has, by type. */
export function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('Count what was uploaded for a project by type, and say whether it is applied to events.')
    .requiredOption('--project <id>', 'the telemetry project, by its id or DSN number')
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command).action(async (options: ListOptions) => {
    const params = { project_id: options.project }
    const answer = await connect(options, environment).call(listArtifacts, { params })
    environment.stdout.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : render(answer.artifacts))
  })
}

function render(artifacts: Listed['artifacts']): string {
  if (artifacts.length === 0) return 'Nothing was uploaded for the project.\n'
  const rows = artifacts.map(({ type, files, bytes, last_uploaded_at: at, is_applied: isApplied }) => {
    return [type, String(files), String(bytes), at, isApplied ? 'yes' : 'not yet']
  })
  return renderTable(columns, rows)
}
