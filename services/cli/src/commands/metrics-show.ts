import { dataPointAggregates } from '@signalbox/contracts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { formatValue } from '../output/format-numbers.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { readMetric, type MetricRequest, type ReadMetric } from '../read-metric.js'
import { renderSparkline } from '../output/render-sparkline.js'
import type { Column } from '../output/render-table.js'
import { createSinceOption } from '../since-option.js'
import { toLine } from '../output/terminal-text.js'
import { writeList } from '../output/write-list.js'

type MetricsShowOptions = ListOptions & Omit<MetricRequest, 'name'>

const columns: readonly Column[] = [
  { heading: 'GROUP', isFlexible: true },
  { heading: 'LAST' },
  { heading: 'MIN' },
  { heading: 'MAX' },
  { heading: 'CHART' },
]

const examples = `
Examples:
  signalbox metrics show http.server.request.duration --aggregate p99 --group http.route
  signalbox metrics show queue.length --filter shop=berlin --since 24h --step 5m`

/** `signalbox metrics show`: one metric over time, by group. */
export function createMetricsShowCommand(environment: CliEnvironment): Command {
  const command = new Command('show')
    .summary('Chart one metric over time, by group')
    .description('Chart one metric of OpenTelemetry, Prometheus or a Sentry SDK over time, by group')
    .argument('<metric>', 'Name of the metric')
    .addOption(createSinceOption('How far back to look').default('1h'))
    .addOption(
      new Option('--aggregate <name>', 'How points are aggregated; by default, it depends on the metric').choices([
        ...dataPointAggregates,
      ]),
    )
    .option('--filter <name=value>', 'Only points with this attribute; may be repeated', parseFilter, [])
    .option('--group <attribute>', 'One series per value of this attribute; may be repeated', collect, [])
    .option('--step <time>', 'Length of an interval, such as 30s, 5m or 1h (default: depends on --since)', parseStep)
    .option('--service <name>', 'Only this service')
    .option('--project <id>', 'Only this project, by id or DSN number')
  return addListOptions(command)
    .addHelpText('after', examples)
    .action(async (name: string) => {
      // `signalbox metrics` has the same options and parses them first.
      const options = command.optsWithGlobals<MetricsShowOptions>()
      const metric = await readMetric(connect(options, environment), { name, ...options })
      const { stdout, stderr } = environment
      if (!options.json && metric.series.length > 0) stdout.write(`${describe(name, metric)}\n\n`)
      const empty = `No matching points of ${toLine(name)} in the last ${options.since}.`
      const toRow = (series: ReadMetric['series'][number]) => toSeriesRow(series, metric)
      writeList(environment, { items: metric.series, columns, toRow, empty }, options)
      if (metric.leftOut > 0) stderr.write(`${metric.leftOut} smaller groups are not shown\n`)
    })
}

function describe(name: string, { aggregate, type, unit, intervalSeconds }: ReadMetric): string {
  return `${aggregate} of ${toLine(name)} (${toLine([type, unit].filter(Boolean).join(', '))}), per ${intervalSeconds} s`
}

function toSeriesRow({ group, points }: ReadMetric['series'][number], { intervalSeconds }: ReadMetric): string[] {
  const values = points.map(({ value }) => value)
  const name = Object.entries(group).map(([attribute, value]) => `${attribute}=${value}`)
  const numbers = [values.at(-1) ?? 0, Math.min(...values), Math.max(...values)].map(formatValue)
  return [name.join(' ') || 'all', ...numbers, renderSparkline(points, intervalSeconds)]
}

function collect(value: string, values: string[]): string[] {
  return [...values, value]
}

/** @returns the form that the API takes, `name:value`. */
function parseFilter(text: string, filters: string[]): string[] {
  const [, name, value] = /^([^:=]+)[:=](.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be <attribute>=<value>.')
  return [...filters, `${name}:${value}`]
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

function parseStep(text: string): number {
  const [, count, unit = 's'] = /^([1-9]\d{0,4})([smhd]?)$/.exec(text) ?? []
  if (count === undefined) throw new InvalidArgumentError('It must be a duration such as 30s, 5m or 1h.')
  return Number(count) * (secondsOf[unit || 's'] ?? 1)
}
