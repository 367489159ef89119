import { createWorkflowFileSchema, type WorkflowSummary } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { listAllWorkflows } from '../workflow-files/find-workflows.js'
import { writeJson, writeList } from '../output/write-list.js'
import { createWorkflowsApplyCommand } from './workflows-apply.js'
import { createWorkflowsExportCommand } from './workflows-export.js'
import { createWorkflowsRenderCommand, createWorkflowsRunCommand, createWorkflowsRunsCommand } from './workflows-run.js'

const columns = [{ heading: 'NAME', isFlexible: true }, { heading: 'AGENT' }, { heading: 'STATUS' }, { heading: 'ID' }]

/** `signalbox workflows`: workflows as files, and their runs. */
export function createWorkflowsCommand(environment: CliEnvironment): Command {
  return new Command('workflows')
    .summary('Manage workflows as files, and run them')
    .description("Manage your organization's workflows as files, list and run them")
    .addCommand(createWorkflowsApplyCommand(environment))
    .addCommand(createWorkflowsExportCommand(environment))
    .addCommand(createListCommand(environment))
    .addCommand(createWorkflowsRunCommand(environment))
    .addCommand(createWorkflowsRunsCommand(environment))
    .addCommand(createWorkflowsRenderCommand(environment))
    .addCommand(createSchemaCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list').description('List workflows, newest first')
  return addListOptions(command).action(async (options: ListOptions) => {
    const items = await listAllWorkflows(connect(options, environment))
    const toRow = ({ name, agent_name, status, id }: WorkflowSummary) => [name, agent_name, status, id]
    writeList(environment, { items, columns, toRow, empty: 'No workflows.' }, options)
  })
}

function createSchemaCommand(environment: CliEnvironment): Command {
  return new Command('schema').description('Print the JSON Schema of workflow files, for editors').action(() => {
    writeJson(environment, createWorkflowFileSchema())
  })
}
