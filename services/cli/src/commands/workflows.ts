import { createWorkflowFileSchema } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderTable } from '../render-table.js'
import { listAllWorkflows } from '../workflow-files/find-workflows.js'
import { createWorkflowsApplyCommand } from './workflows-apply.js'
import { createWorkflowsExportCommand } from './workflows-export.js'
import { createWorkflowsRenderCommand, createWorkflowsRunCommand, createWorkflowsRunsCommand } from './workflows-run.js'

const columns = [{ heading: 'NAME', isFlexible: true }, { heading: 'AGENT' }, { heading: 'STATUS' }, { heading: 'ID' }]

/** `signalbox workflows`: workflows as files, and their runs. */
export function createWorkflowsCommand(environment: CliEnvironment): Command {
  return new Command('workflows')
    .summary('keep workflows as files, and run them')
    .description('Keep the workflows of your organization as files, list and run them.')
    .addCommand(createWorkflowsApplyCommand(environment))
    .addCommand(createWorkflowsExportCommand(environment))
    .addCommand(createListCommand(environment))
    .addCommand(createWorkflowsRunCommand(environment))
    .addCommand(createWorkflowsRunsCommand(environment))
    .addCommand(createWorkflowsRenderCommand(environment))
    .addCommand(createSchemaCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List the workflows, newest first.')
    .option('--json', 'print them as JSON', false)
  return addConnectionOptions(command).action(async (options: ConnectionOptions & { json: boolean }) => {
    const { stdout } = environment
    const workflows = await listAllWorkflows(connect(options, environment))
    if (options.json) stdout.write(`${JSON.stringify(workflows, null, 2)}\n`)
    else if (workflows.length === 0) stdout.write('There are no workflows.\n')
    else {
      const rows = workflows.map(({ name, agent_name, status, id }) => [name, agent_name, status, id])
      stdout.write(renderTable(columns, rows, stdout.columns))
    }
  })
}

function createSchemaCommand({ stdout }: CliEnvironment): Command {
  return new Command('schema').description('Print the JSON Schema of workflow files, for editors.').action(() => {
    stdout.write(`${JSON.stringify(createWorkflowFileSchema(), null, 2)}\n`)
  })
}
