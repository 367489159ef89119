import { limits, type LogEntry, type Static, type queryLogs } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { countLeftOut, withinAttributeBudget, type BudgetedRow } from '../selection/attribute-budget.js'
import { allOf, type Filter } from '../selection/filter.js'
import { findNewestPage } from '../selection/newest-page.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, resolveScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { matchingLogCriteria } from './log-filters.js'

type LogsQuery = Parameters<RouteHandler<typeof queryLogs>>[0]['query']

interface StoredLog extends BudgetedRow, Omit<LogEntry, 'timestamp' | 'body' | 'attributes'> {
  timestampMs: number
  shownBody: string
}

const columns =
  'toUnixTimestamp64Milli(timestamp) AS timestampMs, project_id, level, severity_number, trace_id, span_id, service, ' +
  'release, environment, sdk_name'

// Full time precision decides before the order of sending; the rest makes the order total.
const order = 'timestamp DESC, sequence DESC, project_id, trace_id, span_id, body'

function toLogEntry({ timestampMs, shownBody, has_attributes: _, ...entry }: StoredLog): LogEntry {
  return { ...entry, timestamp: new Date(timestampMs).toISOString(), body: shownBody }
}

async function readLogs(store: TelemetryReader, matching: Filter): Promise<StoredLog[]> {
  const page = {
    sql: `
      SELECT timestamp, sequence, project_id, level, severity_number, body, trace_id, span_id, service, release,
        environment, sdk_name, attributes
      FROM logs
      WHERE ${matching.sql}
      ORDER BY ${order}
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...matching.parameters, bodyLengthMax: limits.query.logBodyLengthMax },
  }
  const shown = `${columns}, substringUTF8(body, 1, {bodyLengthMax:UInt32}) AS shownBody`
  return store.read<StoredLog>({ name: 'logsPage', ...withinAttributeBudget(page, { columns: shown, order }) })
}

/** Log entries, newest first by full precision, ties by order of sending, last first. */
export async function listLogs(
  context: QueryContext,
  caller: ApiCaller,
  query: LogsQuery,
): Promise<Static<(typeof queryLogs)['response']>> {
  const window = resolveTimeWindow(query, context.clock())
  const { organizationId, projectId } = await resolveScope(context.projects, caller, {
    projectId: query.project_id,
    window,
  })
  const filter = allOf(ofOrganization(organizationId), ofProject(projectId), matchingLogCriteria(query))
  const { total, rows } = await findNewestPage(context.store, {
    name: 'logsHistogram',
    table: 'logs',
    filter,
    window,
    page: query,
  })
  const logs = rows === undefined ? [] : await readLogs(context.store, rows)
  return {
    logs: logs.map(toLogEntry),
    total,
    has_more: query.offset + logs.length < total,
    attributes_left_out: countLeftOut(logs),
  }
}
