import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import {
  AttributeParameter,
  AttributesLeftOut,
  EnvironmentParameter,
  HexId,
  ReleaseParameter,
  SpanIdParameter,
  queryRoute,
  sinceWordsOfMonth,
} from './query-parameters.js'

/** Log severities, least severe first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

/** A log entry as the logs query returns it. Unknown strings are empty. */
export const LogEntry = Closed({
  timestamp: Timestamp,
  project_id: Type.String(),
  level: OneOf(logLevels),
  severity_number: Type.Integer({ description: 'OpenTelemetry severity number, 1 to 24' }),
  body: Type.String({ description: `At most ${limits.query.logBodyLengthMax} characters` }),
  trace_id: Type.String(),
  span_id: Type.String(),
  service: Type.String(),
  release: Type.String(),
  environment: Type.String(),
  sdk_name: Type.String(),
  attributes: MapOf(Type.String()),
})
export type LogEntry = Static<typeof LogEntry>

/** Which log entries to query. */
export const logCriteriaParameters = {
  project_id: ProjectIdParameter,
  search: TextParameter('Part of the body, case-insensitive and matched literally'),
  pattern: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.query.patternTextLengthMax,
      description: 'Pattern of the body, as returned by `log-patterns/`',
    }),
  ),
  level: Type.Optional(OneOf(logLevels, { description: 'Only this level' })),
  min_level: Type.Optional(OneOf(logLevels, { description: 'This level and more severe ones' })),
  trace_id: Type.Optional(HexId('Trace it belongs to')),
  span_id: SpanIdParameter,
  service: TextParameter('Service that sent it'),
  release: ReleaseParameter,
  environment: EnvironmentParameter,
  attribute: AttributeParameter,
}

export const queryLogs = defineRoute({
  ...queryRoute,
  id: 'queryLogs',
  path: '/api/v1/telemetry/query/logs/',
  summary: 'Log entries, newest first',
  query: Closed({
    ...timeRangeParameters(sinceWordsOfMonth, '1h'),
    ...logCriteriaParameters,
    limit: LimitParameter(limits.query.listLimitDefault, limits.query.listLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    logs: Type.Array(LogEntry),
    total: Type.Integer({ description: 'Total number of matching entries' }),
    has_more: Type.Boolean(),
    attributes_left_out: AttributesLeftOut,
  }),
})
