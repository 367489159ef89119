import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { LimitParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Events of one fingerprint in a range. */
export const ErrorGroup = Closed({
  fingerprint: Type.String(),
  project_id: Type.String(),
  service: Type.String({ description: "The example's tag `service.name` or `service`, otherwise its project's name" }),
  count: Type.Integer({ description: 'Events in the range, including events represented by flood samples' }),
  count_before: Type.Integer({ description: 'Events before the instant that splits the range' }),
  first: { ...Timestamp, description: 'First event in the range' },
  last: { ...Timestamp, description: 'Last event in the range' },
  first_ever: { ...Timestamp, description: 'First stored event' },
  last_before_range: NullableOf({
    ...Timestamp,
    description: 'Last event before the range; null if there is none',
  }),
  releases: Type.Array(Type.String(), { description: 'Releases of the events in the range, sorted, at most 20' }),
  event_id: Type.String({ description: 'The newest event, used as the example' }),
  level: Type.String(),
  type: Type.String({ description: 'Exception class; empty for messages' }),
  message: Type.String({
    description: `Exception value or message, at most ${limits.query.exampleLengthMax} characters`,
  }),
  culprit: Type.String(),
  frames: Type.Array(
    Closed({
      function: Type.String(),
      file: Type.String(),
      line: NullableOf(Type.Integer()),
      in_app: NullableOf(Type.Boolean({ description: 'Whether it is application code; null if unknown' })),
    }),
    {
      description: `Frames of the exception raised last, innermost first, at most ${limits.query.exampleFramesMax}`,
    },
  ),
})
export type ErrorGroup = Static<typeof ErrorGroup>

export const queryErrorGroups = defineRoute({
  ...queryRoute,
  id: 'queryErrorGroups',
  path: '/api/v1/telemetry/query/error-groups/',
  summary:
    'Error and fatal events by fingerprint: counts before and after an instant, first occurrence, and an ' + 'example',
  query: Closed({
    ...comparedRangeParameters,
    split: SplitParameter,
    limit: LimitParameter(limits.query.errorGroupsLimitDefault, limits.query.errorGroupsLimitMax),
  }),
  response: Closed({
    groups: Type.Array(ErrorGroup, {
      description: 'Most events after the instant first, ties by project and fingerprint',
    }),
    total: Type.Integer({ description: 'Number of fingerprints in the range' }),
  }),
})
