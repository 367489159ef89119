import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { MapOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'

const hexId = '^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$'

/** What the routes of this folder have in common. */
export const queryRoute = {
  tag: 'Telemetry queries',
  method: 'get',
  scope: 'telemetry:read',
  rateLimit: 'query',
  status: 200,
} as const

/** An id of 32 hex digits, as the protocol writes ids of events and traces. */
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

/** Words of `since` for what is kept for 30 days. */
export const sinceWordsOfMonth = ['5m', '15m', '1h', '6h', '24h', '7d', '30d'] as const

export const AttributesLeftOut = Type.Integer({
  description: 'Entries returned without attributes because the response would be too large',
})

/** Parameters of questions that compare. Who names both ends of the range is answered the same whenever they ask. */
export const comparedRangeParameters = {
  ...timeRangeParameters(sinceWordsOfMonth, '24h'),
  project_id: ProjectIdParameter,
}

/** Length of the intervals of series; by default it depends on how many `what` (a plural) there are. */
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

/** Where a range is parted in two. */
export const SplitParameter = {
  ...Timestamp,
  description: 'Instant that splits the range into before and after',
}

/** Of how many traces one was looked at. */
export const OneInTraces = Type.Integer({
  minimum: 1,
  description:
    'Sampling by a hash of the trace id: one trace in this many was examined, 1 if all were. Counts are ' + 'scaled up',
})

/** `tag.<key>=<value>`: filters by the tags, or attributes, of something. */
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
