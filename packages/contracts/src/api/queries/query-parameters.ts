import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { MapOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'

const hexId = '^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$'

/** Common properties of the routes in this directory. */
export const queryRoute = {
  tag: 'Telemetry queries',
  method: 'get',
  scope: 'telemetry:read',
  rateLimit: 'query',
  status: 200,
} as const

/** An id of 32 hex digits, the format of event and trace ids in the protocol. */
export const HexId = (description: string) =>
  Type.String({ pattern: hexId, description: `${description}: 32 hex digits, with or without dashes` })

export const SpanIdParameter = Type.Optional(
  Type.String({ pattern: '^[0-9a-fA-F]{16}$', description: 'Span it belongs to: 16 hex digits' }),
)

export const AttributeParameter = Type.Optional(
  Type.Array(
    Type.String({
      pattern: '^[^:]+:',
      maxLength: limits.query.textLengthMax,
      description: '`name:value`, split at the first colon',
    }),
    {
      maxItems: limits.query.attributeFiltersMax,
      description: '`name:value`: the attribute has exactly this value. May be repeated; all must match',
    },
  ),
)

/** Listed values of `since` for data with a retention of 30 days. */
export const sinceWordsOfMonth = ['5m', '15m', '1h', '6h', '24h', '7d', '30d'] as const

export const AttributesLeftOut = Type.Integer({
  description: 'Entries returned without attributes because the response would be too large',
})

/**
 * Parameters of comparison queries. With both ends of the range given, the response does not depend on the time of the
 * request.
 */
export const comparedRangeParameters = {
  ...timeRangeParameters(sinceWordsOfMonth, '24h'),
  project_id: ProjectIdParameter,
}

/** Interval length of series; the default depends on the number of `what` (a plural noun). */
export const IntervalParameter = (what: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description:
        `Interval length, at most ${limits.query.seriesIntervalsMax} intervals in the range; by default one ` +
        `minute, or longer depending on the number of ${what}`,
    }),
  )

/** The instant that splits a range in two. */
export const SplitParameter = {
  ...Timestamp,
  description: 'Instant that splits the range into before and after',
}

/** Sampling rate: one in this many traces was examined. */
export const OneInTraces = Type.Integer({
  minimum: 1,
  description:
    'Sampling by a hash of the trace id: one trace in this many was examined, 1 if all were. Counts are ' + 'scaled up',
})

/** `tag.<key>=<value>`: filters by tags or attributes. */
export const TagParameter = (of: string) =>
  Type.Optional(
    MapOf(Type.String({ minLength: 1, maxLength: limits.query.textLengthMax }), {
      maxProperties: limits.query.attributeFiltersMax,
      description: `\`tag.<key>=<value>\`: ${of} with exactly this value. May be given for several keys; all must match`,
    }),
  )

export const FingerprintParameter = Type.Optional(
  Type.String({ pattern: '^[0-9a-fA-F]{32}$', description: 'Fingerprint: 32 hex digits' }),
)

export const ReleaseParameter = TextParameter('Application release')
export const EnvironmentParameter = TextParameter('Environment')
