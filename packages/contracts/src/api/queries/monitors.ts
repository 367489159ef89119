import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { MonitorConfig } from '../../telemetry/check-in.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from './query-parameters.js'

/** What may have become of a run. */
export const monitorRunStatuses = ['ok', 'error', 'timed_out', 'in_progress'] as const
/** How a monitor may be doing. */
export const monitorStatuses = ['ok', 'error', 'missed', 'late', 'timed_out', 'in_progress', 'unknown'] as const
/** What may have become of an expected run. `pending`: its deadline has not passed. */
export const occurrenceStatuses = ['ok', 'error', 'missed', 'late', 'timed_out', 'in_progress', 'pending'] as const

const NullableTime = (description: string) => NullableOf({ ...Timestamp, description })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** One run of a monitored job. */
export const MonitorRun = Closed({
  check_in_id: Type.String({ description: '32 hex digits' }),
  status: OneOf(monitorRunStatuses),
  started_at: Timestamp,
  ended_at: NullableTime('Null while it has not ended'),
  duration_ms: NullableOf(Type.Number({ description: 'Milliseconds; null while unknown' })),
  expected_at: NullableTime('When it was to start; null for runs that nothing expected'),
  is_late: Type.Boolean({ description: 'Whether it came after its deadline' }),
})
export type MonitorRun = Static<typeof MonitorRun>

/** A monitored job in one environment, judged by its check-ins and the newest schedule that came with one. */
export const Monitor = Closed({
  slug: Type.String(),
  project_id: Type.String(),
  environment: Type.String(),
  schedule: NullableOf(MonitorConfig.properties.schedule),
  timezone: Type.String({ description: 'IANA name, in which a crontab is read' }),
  checkin_margin_minutes: Type.Number({ description: 'Minutes that a run may start late' }),
  max_runtime_minutes: Type.Number({ description: 'Minutes that a run may take' }),
  status: OneOf(monitorStatuses, {
    description: '`missed` and `late` as long as no later run came; `late` ended well. `unknown` without any run',
  }),
  last_check_in: NullableTime('Newest check-in'),
  next_expected_at: NullableTime('When the next run is to start; null without a schedule that can be followed'),
  next_deadline_at: NullableTime('When the next run is missed'),
  counts: Closed(
    {
      ok: Count('Runs that ended well'),
      error: Count('Runs that failed'),
      missed: Count('Expected runs that did not come'),
      late: Count('Runs that came late; they are counted by their end as well'),
      timed_out: Count('Runs that did not end within their time'),
    },
    { description: 'Of runs that started, or were to start, in the range' },
  ),
  judged_from: {
    ...Timestamp,
    description: `Start of what was judged: later than the range when more than ${limits.query.occurrencesMax} runs were expected in it, or ${limits.query.checkInsMax} check-ins came`,
  },
  recent: Type.Array(MonitorRun, { description: `The newest ${limits.query.monitorRunsRecent} runs, newest first` }),
  latest_error: NullableOf(
    Closed({
      check_in_id: Type.String(),
      timestamp: Timestamp,
      release: Type.String(),
      trace_id: NullableOf(Type.String({ description: 'Trace of the run; 32 hex digits' })),
    }),
  ),
})
export type Monitor = Static<typeof Monitor>

/** One expected run and what came of it. */
export const MonitorOccurrence = Closed({
  expected_at: Timestamp,
  deadline_at: Timestamp,
  status: OneOf(occurrenceStatuses),
  check_in_id: NullableOf(Type.String({ description: 'Run that answered it' })),
  started_at: NullableTime('Start of that run'),
  ended_at: NullableTime('End of that run'),
})
export type MonitorOccurrence = Static<typeof MonitorOccurrence>

const monitorFilters = {
  ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '24h'),
  project_id: ProjectIdParameter,
  environment: TextParameter('Environment'),
}

export const queryMonitors = defineRoute({
  ...queryRoute,
  id: 'queryMonitors',
  path: '/api/v1/telemetry/query/monitors/',
  summary: 'Scheduled jobs with their status',
  description: 'Ordered by slug, project and environment. The status is that of the end of the range.',
  query: Closed({
    ...monitorFilters,
    limit: LimitParameter(limits.query.monitorsLimitDefault, limits.query.monitorsLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    monitors: Type.Array(Monitor),
    total: Type.Integer({ description: 'Monitors that match, on all pages' }),
  }),
})

export const readMonitor = defineRoute({
  ...queryRoute,
  id: 'readMonitor',
  path: '/api/v1/telemetry/query/monitors/{slug}/',
  summary: 'One scheduled job with every expected run of the range',
  description: `One entry for each project and environment that has a job of this name, at most ${limits.query.monitorPlacesMax}.`,
  params: Closed({ slug: Type.String({ minLength: 1, maxLength: limits.query.textLengthMax }) }),
  query: Closed(monitorFilters),
  response: Closed({
    slug: Type.String(),
    monitors: Type.Array(
      Closed({
        ...Monitor.properties,
        occurrences: Type.Array(MonitorOccurrence, { description: 'Newest first' }),
      }),
    ),
  }),
})
