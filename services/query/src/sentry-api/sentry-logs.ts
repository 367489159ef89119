import { createHash } from 'node:crypto'
import {
  dayMs,
  isSince,
  limits,
  ServiceError,
  sinceMsOf,
  type listSentryLogs,
  type LogEntry,
  type SentryLog,
  type Since,
} from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { listLogs } from '../kinds/log.js'
import type { QueryContext } from '../reading/query-context.js'
import { requireOwn, requireProject } from './find-named.js'
import { readLogSearch } from './sentry-log-search.js'

type Input = Pick<Parameters<RouteHandler<typeof listSentryLogs>>[0], 'caller' | 'params' | 'query'>

/**
 * Log entries of one project or all.
 * @throws ServiceError `bad-request` for other data sets, `invalid-parameters` for other searches.
 */
export async function listLogsAsSentry(context: QueryContext, { caller, params, query }: Input) {
  requireOwn(caller, params.organization)
  if (query.dataset !== 'logs') {
    throw new ServiceError('bad-request', { detail: 'Only the data set "logs" is supported' })
  }
  const { project: searched, ...criteria } = readLogSearch(query.query)
  const named = query.project?.find((project) => project !== '-1') ?? searched
  const project = named === undefined ? undefined : await requireProject(context, caller, { ...params, project: named })
  const { logs } = await listLogs(context, caller, {
    ...criteria,
    ...(project && { project_id: project.id }),
    since: sinceOf(query.statsPeriod),
    limit: query.per_page,
    offset: 0,
  })
  return { data: logs.map(toSentryLog), meta: { fields: {} } }
}

/** Limited to the maximum look-back of queries. */
function sinceOf(period = '90d'): Since {
  const { rangeDaysMax } = limits.query
  return isSince(period) && sinceMsOf(period) <= rangeDaysMax * dayMs ? period : `${rangeDaysMax}d`
}

function toSentryLog(entry: LogEntry): SentryLog {
  const { timestamp, trace_id: trace, level: severity, body: message } = entry
  const id = createHash('sha256').update(JSON.stringify([timestamp, entry.project_id, trace, entry.span_id, message]))
  return {
    'sentry.item_id': id.digest('hex').slice(0, 32),
    timestamp,
    timestamp_precise: Date.parse(timestamp) * 1_000_000,
    trace,
    severity,
    message,
  }
}
