import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { findWorkflow, listAllWorkflows, readWorkflows } from '../workflow-files/find-workflows.js'
import { writeWorkflowFile } from '../workflow-files/write-workflow-file.js'

/** `signalbox workflows export`: workflows as YAML for `apply`. */
export function createWorkflowsExportCommand(environment: CliEnvironment): Command {
  const command = new Command('export')
    .summary('Print workflows as a file')
    .description('Print one workflow, or all of them, oldest first, as YAML that `apply` accepts')
    .argument('[workflow]', 'Name or id of the workflow (default: all)')
  return addConnectionOptions(command).action(async (nameOrId: string | undefined, options: ConnectionOptions) => {
    const client = connect(options, environment)
    const found =
      nameOrId === undefined ? (await listAllWorkflows(client)).reverse() : [await findWorkflow(client, nameOrId)]
    environment.stdout.write(writeWorkflowFile(await readWorkflows(client, found)))
  })
}
