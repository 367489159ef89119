import {
  createAlertRuleFileSchema,
  deleteAlertRule,
  muteAlertRule,
  testAlertRule,
  unmuteAlertRule,
  type AlertRule,
  type AlertRuleTrial,
} from '@signalbox/contracts'
import { Command, InvalidArgumentError } from 'commander'
import { findAlertRule, listAllAlertRules } from '../alert-rule-files/find-alert-rules.js'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { toLine } from '../output/terminal-text.js'
import { writeJson, writeList } from '../output/write-list.js'
import { createAlertRulesApplyCommand } from './alert-rules-apply.js'

interface OutputOptions extends ConnectionOptions {
  json: boolean
}

const columns = [
  { heading: 'NAME', isFlexible: true },
  { heading: 'KIND' },
  { heading: 'STATE', isState: true },
  { heading: 'VALUE' },
  { heading: 'SEVERITY' },
  { heading: 'ID' },
]

/** `signalbox alert-rules`: alert rules as files, and their current state. */
export function createAlertRulesCommand(environment: CliEnvironment): Command {
  return new Command('alert-rules')
    .summary('Manage alert rules as files, mute and test them')
    .description("Manage your organization's alert rules as files; list, mute and test them")
    .addCommand(createListCommand(environment))
    .addCommand(createAlertRulesApplyCommand(environment))
    .addCommand(createDeleteCommand(environment))
    .addCommand(createMuteCommand(environment))
    .addCommand(createUnmuteCommand(environment))
    .addCommand(createTestCommand(environment))
    .addCommand(createSchemaCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list').description('List alert rules and their state, newest first')
  return addListOptions(command).action(async (options: ListOptions) => {
    const items = await listAllAlertRules(connect(options, environment))
    writeList(environment, { items, columns, toRow, empty: 'No alert rules.' }, options)
  })
}

function toRow({ name, kind, state, severity, id, is_active, muted_until }: AlertRule): string[] {
  return [
    name,
    kind,
    is_active === false ? 'off' : describeState(state, muted_until),
    state.value === null ? '-' : String(state.value),
    severity ?? '',
    id,
  ]
}

function describeState(
  { status, fault, has_data }: { status: string; fault: string | null; has_data: boolean | null },
  mutedUntil: string | null,
): string {
  const notes = [
    ...(fault === null ? [] : ['fault']),
    ...(has_data === false ? ['no data'] : []),
    ...(mutedUntil === null ? [] : ['muted']),
  ]
  return notes.length === 0 ? status : `${status} (${notes.join(', ')})`
}

function createNamedCommand(name: string, description: string): Command {
  return addConnectionOptions(new Command(name).description(description).argument('<rule>', 'Name or id of the rule'))
}

function createDeleteCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('delete', 'Delete an alert rule; its open alerts end and stay in the history')
  return command.action(async (nameOrId: string, options: ConnectionOptions) => {
    const client = connect(options, environment)
    const { id, name } = await findAlertRule(client, nameOrId)
    await client.call(deleteAlertRule, { params: { rule_id: id } })
    environment.stdout.write(`Deleted ${toLine(name)}\n`)
  })
}

function createMuteCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('mute', 'Mute an alert rule')
  return command
    .requiredOption('--for <minutes>', 'Duration in minutes', parseMinutes)
    .action(async (nameOrId: string, options: ConnectionOptions & { for: number }) => {
      const client = connect(options, environment)
      const { id } = await findAlertRule(client, nameOrId)
      const muted = await client.call(muteAlertRule, { params: { rule_id: id }, body: { for_minutes: options.for } })
      environment.stdout.write(`Muted ${toLine(muted.name)} until ${muted.muted_until ?? ''}\n`)
    })
}

function createUnmuteCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('unmute', 'Unmute an alert rule')
  return command.action(async (nameOrId: string, options: ConnectionOptions) => {
    const client = connect(options, environment)
    const { id, name } = await findAlertRule(client, nameOrId)
    await client.call(unmuteAlertRule, { params: { rule_id: id } })
    environment.stdout.write(`Unmuted ${toLine(name)}\n`)
  })
}

function createTestCommand(environment: CliEnvironment): Command {
  const command = createNamedCommand('test', 'Test an alert rule: measure it once without changing anything')
  return command
    .option('--at <time>', 'End of the window, ISO 8601 (default: now)')
    .option('--json', 'Print the measurement as JSON', false)
    .action(async (nameOrId: string, { at, ...options }: OutputOptions & { at?: string }) => {
      const client = connect(options, environment)
      const { id } = await findAlertRule(client, nameOrId)
      const body = at === undefined ? {} : { at }
      const trial = await client.call(testAlertRule, { params: { rule_id: id }, body })
      if (options.json) writeJson(environment, trial)
      else environment.stdout.write(renderTrial(trial))
    })
}

function renderTrial({ has_data, holds, subjects, left_out }: AlertRuleTrial): string {
  if (!has_data) return 'No data to measure.\n'
  const lines = subjects.map(({ subject, value, holds: isBad }) => {
    return `${isBad ? '!' : ' '} ${value}${subject === null ? '' : `  ${toLine(subject)}`}\n`
  })
  const rest = left_out > 0 ? [`  and ${left_out} more\n`] : []
  return [`The condition ${holds ? 'holds' : 'does not hold'}.\n`, ...lines, ...rest].join('')
}

function createSchemaCommand(environment: CliEnvironment): Command {
  return new Command('schema').description('Print the JSON Schema of alert rule files, for editors').action(() => {
    writeJson(environment, createAlertRuleFileSchema())
  })
}

function parseMinutes(text: string): number {
  const minutes = Number(text)
  if (!Number.isInteger(minutes) || minutes < 1) throw new InvalidArgumentError('It must be a whole number of minutes.')
  return minutes
}
