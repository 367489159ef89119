import { acknowledgeAlert, limits, listAlerts, readAlert, type Alert, type AlertState } from '@signalbox/contracts'
import { Command, Option } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addPagedOptions, nextPage, toPageQuery, type PagedOptions } from '../list-options.js'
import { toLine } from '../output/terminal-text.js'
import { writeJson, writeList } from '../output/write-list.js'
import { writeText } from '../output/write-text.js'

interface OutputOptions extends ConnectionOptions {
  json: boolean
}

const columns = [
  { heading: 'OPENED', isTime: true },
  { heading: 'STATE', isState: true },
  { heading: 'SEVERITY', isState: true },
  { heading: 'RULE', isFlexible: true },
  { heading: 'SUBJECT', isFlexible: true },
  { heading: 'VALUE' },
  { heading: 'ID' },
]

/** `signalbox alerts`: open and past alerts. */
export function createAlertsCommand(environment: CliEnvironment): Command {
  return new Command('alerts')
    .summary('List, show and acknowledge alerts')
    .description("List, show and acknowledge your organization's alerts")
    .addCommand(createListCommand(environment))
    .addCommand(createShowCommand(environment))
    .addCommand(createAcknowledgeCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List open alerts and alerts of the last 30 days, newest first')
    .addOption(new Option('--state <state>', 'Only alerts in this state').choices(['firing', 'resolved']))
  const pages = { limitDefault: limits.page.sizeMax, limitMax: limits.page.sizeMax }
  return addPagedOptions(command, pages).action(async (options: PagedOptions & { state?: AlertState }) => {
    const { state } = options
    const query = { ...toPageQuery(options), ...(state && { state }) }
    const { alerts: items, next, count } = await connect(options, environment).call(listAlerts, { query })
    const rest = { next: nextPage(options, next), total: count }
    writeList(environment, { items, ...rest, columns, toRow, empty: 'No alerts.' }, options)
  })
}

function toRow(alert: Alert): string[] {
  const { opened_at, state, severity, rule_name, subject, value, id } = alert
  return [opened_at, state, severity, rule_name, subject ?? '', String(value), id]
}

function createShowCommand(environment: CliEnvironment): Command {
  const command = new Command('show')
    .description('Show an alert')
    .argument('<alert>', 'Id of the alert')
    .option('--json', 'Print as JSON', false)
  return addConnectionOptions(command).action(async (id: string, options: OutputOptions) => {
    const alert = await connect(options, environment).call(readAlert, { params: { alert_id: id } })
    if (options.json) writeJson(environment, alert)
    else writeText(environment, renderAlert(alert))
  })
}

function createAcknowledgeCommand(environment: CliEnvironment): Command {
  const command = new Command('acknowledge').description('Acknowledge an alert').argument('<alert>', 'Id of the alert')
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions) => {
    const client = connect(options, environment)
    const alert = await client.call(acknowledgeAlert, { params: { alert_id: id } })
    environment.stdout.write(`${toLine(alert.rule_name)} was acknowledged by ${toLine(alert.acknowledged_by ?? '')}\n`)
  })
}

/** One line per field; fields without a value are left out. */
function renderAlert(alert: Alert): string {
  return Object.entries(alert)
    .filter(([, value]: [string, unknown]) => value !== null)
    .map(([name, value]: [string, unknown]) => `${`${name}:`.padEnd(18)}${toLine(String(value))}\n`)
    .join('')
}
