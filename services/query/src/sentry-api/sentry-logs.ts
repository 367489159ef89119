import { createHash } from 'node:crypto'
import { limits, ServiceError, type listSentryLogs, type LogEntry, type SentryLog } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { listLogs } from '../kinds/log.js'
import type { QueryContext } from '../reading/query-context.js'
import { requireOwn, requireProject } from './find-named.js'
import { readLogSearch } from './sentry-log-search.js'

type Input = Pick<Parameters<RouteHandler<typeof listSentryLogs>>[0], 'caller' | 'params' | 'query'>

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Log entries of a project or of all. @throws ServiceError `bad-request` for other data sets and searches. */
export async function listLogsAsSentry(context: QueryContext, { caller, params, query }: Input) {
  requireOwn(caller, params.organization)
  if (query.dataset !== 'logs') {
    throw new ServiceError('bad-request', { detail: 'Of the data sets only "logs" is served here' })
  }
  const { project: searched, ...criteria } = readLogSearch(query.query)
  const named = query.project?.find((project) => project !== '-1') ?? searched
  const project = named === undefined ? undefined : await requireProject(context, caller, { ...params, project: named })
  const { logs } = await listLogs(context, caller, {
    ...criteria,
    ...(project && { project_id: project.id }),
    since: '30d',
    start: new Date(startOf(query.statsPeriod, context.clock())).toISOString(),
    limit: query.per_page,
    offset: 0,
  })
  return { data: logs.map(toSentryLog), meta: { fields: {} } }
}

/** Not longer ago than queries look. */
function startOf(period: string | undefined, nowMs: number): number {
  const [, count = '90', unit = 'd'] = /^(\d+)([smhdw])$/.exec(period ?? '') ?? []
  const lengthMs = Number(count) * (Object.entries(unitMs).find(([name]) => name === unit)?.[1] ?? unitMs.d)
  return nowMs - Math.min(lengthMs, limits.query.rangeDaysMax * unitMs.d)
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
