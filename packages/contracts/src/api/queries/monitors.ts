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

/** Possible outcomes of a run. */
export const monitorRunStatuses = ['ok', 'error', 'timed_out', 'in_progress'] as const
/** Possible states of a monitor. */
export const monitorStatuses = ['ok', 'error', 'missed', 'late', 'timed_out', 'in_progress', 'unknown'] as const
/** Possible outcomes of an expected run. `pending`: its deadline has not passed. */
export const occurrenceStatuses = ['ok', 'error', 'missed', 'late', 'timed_out', 'in_progress', 'pending'] as const

const NullableTime = (description: string) => NullableOf({ ...Timestamp, description })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** One run of a monitored job. */
export const MonitorRun = Closed({
  check_in_id: Type.String({ description: '32 hex digits' }),
  status: OneOf(monitorRunStatuses),
  started_at: Timestamp,
  ended_at: NullableTime('Null while it is still running'),
  duration_ms: NullableOf(Type.Number({ description: 'Milliseconds; null while unknown' })),
  expected_at: NullableTime('Scheduled start; null for unscheduled runs'),
  is_late: Type.Boolean({ description: 'Whether it started after its deadline' }),
})
export type MonitorRun = Static<typeof MonitorRun>

/** A monitored job in one environment, evaluated from its check-ins and the newest schedule that they announced. */
export const Monitor = Closed({
  slug: Type.String(),
  project_id: Type.String(),
  environment: Type.String(),
  schedule: NullableOf(MonitorConfig.properties.schedule),
  timezone: Type.String({ description: 'IANA time zone of the crontab' }),
  checkin_margin_minutes: Type.Number({ description: 'Minutes by which a run may start late' }),
  max_runtime_minutes: Type.Number({ description: 'Maximum duration of a run in minutes' }),
  status: OneOf(monitorStatuses, {
    description: '`missed` and `late` until a later run arrives; a `late` run succeeded. `unknown` without any runs',
  }),
  last_check_in: NullableTime('Newest check-in'),
  next_expected_at: NullableTime('Next scheduled run; null without a valid schedule'),
  next_deadline_at: NullableTime('When the next run counts as missed'),
  counts: Closed(
    {
      ok: Count('Successful runs'),
      error: Count('Failed runs'),
      missed: Count('Expected runs that did not arrive'),
      late: Count('Runs that started late; also counted by their result'),
      timed_out: Count('Runs that did not finish in time'),
    },
    { description: 'Runs that started, or were scheduled, in the range' },
  ),
  judged_from: {
    ...Timestamp,
    description:
      'Start of the evaluated period: later than the start of the range if it contains more than ' +
      `${limits.query.occurrencesMax} expected runs or ${limits.query.checkInsMax} check-ins`,
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

/** An expected run and its outcome. */
export const MonitorOccurrence = Closed({
  expected_at: Timestamp,
  deadline_at: Timestamp,
  status: OneOf(occurrenceStatuses),
  check_in_id: NullableOf(Type.String({ description: 'Run that fulfilled it' })),
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
  description: 'Ordered by slug, project and environment. The status is as of the end of the range.',
  query: Closed({
    ...monitorFilters,
    limit: LimitParameter(limits.query.monitorsLimitDefault, limits.query.monitorsLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    monitors: Type.Array(Monitor),
    total: Type.Integer({ description: 'Total number of matching monitors' }),
  }),
})

export const readMonitor = defineRoute({
  ...queryRoute,
  id: 'readMonitor',
  path: '/api/v1/telemetry/query/monitors/{slug}/',
  summary: 'A scheduled job with every expected run in the range',
  description:
    'One entry per project and environment that has a job with this slug, at most ' +
    `${limits.query.monitorPlacesMax}.`,
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
