import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { applyStep } from '../workflow-files/apply-plan.js'
import { listAllWorkflows, readWorkflows } from '../workflow-files/find-workflows.js'
import { planWorkflows } from '../workflow-files/plan-workflows.js'
import { workflowContents } from '../workflow-files/workflow-contents.js'
import { readYamlFiles } from '../yaml-files/read-yaml-files.js'
import { renderPlan } from '../yaml-files/render-plan.js'

interface ApplyOptions extends ConnectionOptions {
  file: string
  dryRun: boolean
  prune: boolean
}

const help = `
Workflows are identified by name: renaming a workflow in a file creates a new one. Fields that a file omits get
their defaults. Applying the same files again has no effect.

Examples:
  signalbox workflows apply -f workflows/ --dry-run    show what would change
  signalbox workflows apply -f workflows/              create and update
  signalbox workflows export | signalbox workflows apply -f - --url https://other.example.com`

/** `signalbox workflows apply`: makes workflows match their files. */
export function createWorkflowsApplyCommand(environment: CliEnvironment): Command {
  const command = new Command('apply')
    .summary('Create and update workflows from files')
    .description('Create workflows defined in files, and update existing ones')
    .requiredOption('-f, --file <path>', 'YAML file, directory of YAML files, or - for standard input')
    .option('--dry-run', 'Show what would change without changing anything', false)
    .option('--prune', 'Delete workflows that are not in the files', false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (options: ApplyOptions) => {
      await apply(options, environment)
    })
}

/** Everything is read and compared before the first change, so that an invalid file changes nothing. */
async function apply(options: ApplyOptions, environment: CliEnvironment): Promise<void> {
  const documents = await readYamlFiles({ path: options.file, stdin: environment.stdin }, workflowContents)
  const client = connect(options, environment)
  const named = new Set(documents.map(({ settings }) => settings.name))
  const found = (await listAllWorkflows(client)).filter(({ name }) => options.prune || named.has(name))
  const steps = planWorkflows(documents, await readWorkflows(client, found), options)
  for (const step of steps) {
    if (!options.dryRun) await applyStep(client, step)
    environment.stdout.write(renderPlan([step]))
  }
  if (options.dryRun) environment.stderr.write('Dry run: nothing was changed.\n')
}
