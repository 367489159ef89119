import {
  clientDiscard,
  limits,
  minuteMs,
  type OutcomeCount,
  type OutcomeGroup,
  outcomeGroups,
  type OutcomePoint,
  outcomes,
  type queryOutcomes,
  ServiceError,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { resolveScope, withinScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow, type TimeWindow } from '../selection/time-window.js'

type OutcomesQuery = Parameters<RouteHandler<typeof queryOutcomes>>[0]['query']
type Interval = Exclude<OutcomesQuery['interval'], 'none'>

/** Filter and grouping of a sum, as SQL. */
interface Selection {
  store: TelemetryReader
  filter: Filter
  /** Columns: names from the contract, never the caller's text. */
  groups: readonly OutcomeGroup[]
}

/** Sums of the ledger. Complete minutes count, including the one in which the range starts. */
export async function listOutcomes(context: QueryContext, caller: ApiCaller, query: OutcomesQuery) {
  const window = startWithMinute(resolveTimeWindow(query, context.clock()))
  const scope = await resolveScope(context.projects, caller, { projectId: query.project_id, window })
  const filter = allOf(
    withinScope(scope, 'minute'),
    whereEqual('kind', query.kind),
    whereEqual('outcome', query.outcome),
    whereEqual('reason', query.reason),
  )
  const named = query.group_by.split(',')
  const selection = { store: context.store, filter, groups: outcomeGroups.filter((group) => named.includes(group)) }
  const { interval } = query
  const [counts, totals, series] = await Promise.all([
    readCounts(selection),
    readTotals(selection),
    interval === 'none' ? undefined : readSeries(selection, interval),
  ])
  const period = { start: new Date(window.startMs).toISOString(), end: new Date(window.endMs).toISOString() }
  return { outcomes: counts, ...(series && { series }), totals, period }
}

function startWithMinute(window: TimeWindow): TimeWindow {
  return { ...window, startMs: Math.floor(window.startMs / minuteMs) * minuteMs }
}

function readCounts({ store, filter, groups }: Selection): Promise<OutcomeCount[]> {
  return store.read<OutcomeCount>({
    name: 'outcomeCounts',
    sql: `
      SELECT ${groups.join(', ')}, sum(quantity) AS quantity
      FROM outcomes
      WHERE ${filter.sql}
      GROUP BY ${groups.join(', ')}
      ORDER BY quantity DESC, ${groups.join(', ')}
      LIMIT {most:UInt32}`,
    parameters: { ...filter.parameters, most: limits.query.outcomesMax },
  })
}

async function readTotals({ store, filter }: Selection) {
  const rows = await store.read<{ outcome: string; items: number }>({
    name: 'outcomeTotals',
    sql: `SELECT outcome, sum(quantity) AS items FROM outcomes WHERE ${filter.sql} GROUP BY outcome`,
    parameters: filter.parameters,
  })
  const byOutcome = new Map(rows.map(({ outcome, items }) => [outcome, items]))
  const sumOf = (outcome: string) => byOutcome.get(outcome) ?? 0
  return {
    received: outcomes.reduce((sum, outcome) => sum + sumOf(outcome), 0),
    stored: sumOf('stored'),
    dropped: sumOf('dropped'),
    rate_limited: sumOf('rate_limited'),
    dead_lettered: sumOf('dead_lettered'),
    client_discarded: sumOf(clientDiscard),
  }
}

const startOfInterval: Record<Interval, string> = {
  minute: 'minute',
  hour: 'toStartOfHour(minute)',
  day: 'toStartOfDay(minute)',
}

/** @throws ServiceError `invalid-parameters` if the series has more points than a response may contain. */
async function readSeries({ store, filter, groups }: Selection, interval: Interval): Promise<OutcomePoint[]> {
  const { outcomePointsMax } = limits.query
  const start = startOfInterval[interval]
  const points = await store.read<Omit<OutcomePoint, 'time'> & { timeMs: number }>({
    name: 'outcomeSeries',
    sql: `
      SELECT toUnixTimestamp64Milli(toDateTime64(${start}, 3, 'UTC')) AS timeMs, ${groups.join(', ')},
        sum(quantity) AS quantity
      FROM outcomes
      WHERE ${filter.sql}
      GROUP BY ${start}, ${groups.join(', ')}
      ORDER BY timeMs, ${groups.join(', ')}
      LIMIT {most:UInt32}`,
    parameters: { ...filter.parameters, most: outcomePointsMax + 1 },
  })
  if (points.length > outcomePointsMax) throw tooManyPoints(outcomePointsMax)
  return points.map(({ timeMs, ...point }) => ({ time: new Date(timeMs).toISOString(), ...point }))
}

function tooManyPoints(most: number): ServiceError {
  const detail = `would return more than ${most} points: use a longer interval, fewer groups or a shorter range`
  return new ServiceError('invalid-parameters', { detail, faults: [{ in: 'query', name: 'interval', detail }] })
}
