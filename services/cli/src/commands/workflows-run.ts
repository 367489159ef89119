import { createWorkflowRun, limits, listWorkflowRuns, renderWorkflow, type WorkflowRun } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { parseObjectOption } from '../parse-object-option.js'
import { addPagedOptions, nextPage, toPageQuery, type PagedOptions } from '../list-options.js'
import { toText } from '../output/terminal-text.js'
import { findWorkflow } from '../workflow-files/find-workflows.js'
import { writeJson, writeList } from '../output/write-list.js'
import { writeText } from '../output/write-text.js'

interface ContextOptions extends ConnectionOptions {
  context: Record<string, unknown>
}

interface OutputOptions extends ConnectionOptions {
  json: boolean
}

const columns = [
  { heading: 'CREATED', isTime: true },
  { heading: 'STATUS', isState: true },
  { heading: 'BY' },
  { heading: 'TRIGGER', isFlexible: true },
  { heading: 'RUN' },
  { heading: 'SESSION' },
]

/** `signalbox workflows run`: starts a run. */
export function createWorkflowsRunCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('run')
    .description('Start a run of a workflow')
    .option('--json', 'Print the run as JSON', false)
  return addContextOption(command).action(async (nameOrId: string, options: ContextOptions & OutputOptions) => {
    const client = connect(options, environment)
    const { id } = await findWorkflow(client, nameOrId)
    const body = { context: options.context }
    const run = await client.call(createWorkflowRun, { params: { workflow_id: id }, body })
    if (options.json) writeJson(environment, run)
    else writeText(environment, `Run ${run.id} is ${run.status}, executed by session ${run.session_id}\n`)
  })
}

/** `signalbox workflows runs`: lists runs. */
export function createWorkflowsRunsCommand(environment: CliEnvironment): Command {
  const command = new Command('runs')
    .argument('<workflow>', 'Name or id of the workflow')
    .description('List the runs of a workflow, newest first')
  const pages = { limitDefault: limits.page.sizeMax, limitMax: limits.page.sizeMax }
  return addPagedOptions(command, pages).action(async (nameOrId: string, options: PagedOptions) => {
    const client = connect(options, environment)
    const { id } = await findWorkflow(client, nameOrId)
    const query = toPageQuery(options)
    const {
      workflow_runs: items,
      next,
      count,
    } = await client.call(listWorkflowRuns, {
      params: { workflow_id: id },
      query,
    })
    const rest = { next: nextPage(options, next), total: count }
    writeList(environment, { items, ...rest, columns, toRow, empty: 'No runs.' }, options)
  })
}

function toRow({ created_at, status, triggered_by, trigger_name, id, session_id }: WorkflowRun): string[] {
  return [created_at, status, triggered_by, trigger_name, id, session_id]
}

/** `signalbox workflows render`: shows the instruction of a run without starting one. */
export function createWorkflowsRenderCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('render').description(
    'Print the instruction a run would have; variables without a value are listed on standard error',
  )
  return addContextOption(command).action(async (nameOrId: string, options: ContextOptions) => {
    const client = connect(options, environment)
    const { id } = await findWorkflow(client, nameOrId)
    const body = { context: options.context }
    const { instruction, warnings } = await client.call(renderWorkflow, { params: { workflow_id: id }, body })
    environment.stdout.write(`${toText(instruction)}\n`)
    for (const warning of warnings) environment.stderr.write(`${toText(warning)}\n`)
  })
}

function createNamedCommand(name: string): Command {
  return addConnectionOptions(new Command(name).argument('<workflow>', 'Name or id of the workflow'))
}

function addContextOption(command: Command): Command {
  return command.option('--context <json>', 'Values for the variables of the instruction', parseObjectOption, {})
}
