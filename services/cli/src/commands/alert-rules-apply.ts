import { Command } from 'commander'
import { listAllAlertRules } from '../alert-rule-files/find-alert-rules.js'
import { planAlertRules, type AlertRuleStep } from '../alert-rule-files/plan-alert-rules.js'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { readYamlFiles } from '../yaml-files/read-yaml-files.js'
import { renderPlan } from '../yaml-files/render-plan.js'
import {
  AlertRuleRequest,
  createValidator,
  fillAlertRule,
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  type AlertRuleSettings,
} from '@signalbox/contracts'
import type { YamlContents } from '../yaml-files/parse-yaml-file.js'
import type { ApiClient } from '@signalbox/api-client'

interface ApplyOptions extends ConnectionOptions {
  file: string
  dryRun: boolean
  prune: boolean
}

const help = `
Rules are identified by name: renaming a rule in a file creates a new one. Fields that a file omits get their
defaults. Applying the same files again has no effect. The kind of a rule cannot be changed.

Examples:
  signalbox alert-rules apply -f rules.yaml --dry-run    show what would change
  signalbox alert-rules apply -f rules/ --prune          create, update, and delete rules missing from the files`

/** `signalbox alert-rules apply`: makes alert rules match their files. */
export function createAlertRulesApplyCommand(environment: CliEnvironment): Command {
  const command = new Command('apply')
    .summary('Create and update alert rules from files')
    .description('Create alert rules defined in files, and update existing ones')
    .requiredOption('-f, --file <path>', 'YAML file, directory of YAML files, or - for standard input')
    .option('--dry-run', 'Show what would change without changing anything', false)
    .option('--prune', 'Delete rules that are not in the files', false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (options: ApplyOptions) => {
      await apply(options, environment)
    })
}

/** Everything is read and compared before the first change, so that an invalid file changes nothing. */
async function apply(options: ApplyOptions, environment: CliEnvironment): Promise<void> {
  const { stdin, stdout, stderr } = environment
  const documents = await readYamlFiles({ path: options.file, stdin }, alertRuleContents)
  const client = connect(options, environment)
  for (const step of planAlertRules(documents, await listAllAlertRules(client), options)) {
    if (!options.dryRun) await applyStep(client, step)
    stdout.write(renderPlan([step]))
  }
  if (options.dryRun) stderr.write('Dry run: nothing was changed.\n')
}

/** Contents of alert rule files. */
const alertRuleContents: YamlContents<AlertRuleRequest, AlertRuleSettings> = {
  what: 'alert rules',
  validate: createValidator(AlertRuleRequest, { allFaults: true }),
  fill: fillAlertRule,
}

/**
 * Executes one step.
 * @throws ApiError, ApiConnectionError
 */
async function applyStep(client: ApiClient, step: AlertRuleStep): Promise<void> {
  if (step.task === 'create') await client.call(createAlertRule, { body: step.settings })
  if (step.task === 'change') {
    await client.call(changeAlertRule, { params: { rule_id: step.current.id }, body: step.change })
  }
  if (step.task === 'delete') await client.call(deleteAlertRule, { params: { rule_id: step.current.id } })
}
