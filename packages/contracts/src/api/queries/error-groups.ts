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
  service: Type.String({ description: 'Tag `service.name` or `service` of the example, else the name of its project' }),
  count: Type.Integer({ description: 'Events of the range; of floods those that samples stand for as well' }),
  count_before: Type.Integer({ description: 'Those before the instant that splits the range' }),
  first: { ...Timestamp, description: 'First event of the range' },
  last: { ...Timestamp, description: 'Last event of the range' },
  first_ever: { ...Timestamp, description: 'First event that is kept' },
  last_before_range: NullableOf({
    ...Timestamp,
    description: 'Last event before the range; null when there is none',
  }),
  releases: Type.Array(Type.String(), { description: 'Releases of the events of the range, sorted, at most 20' }),
  event_id: Type.String({ description: 'The newest event, the example' }),
  level: Type.String(),
  type: Type.String({ description: 'Class of the exception; empty for messages' }),
  message: Type.String({
    description: `Text of exception or message, at most ${limits.query.exampleLengthMax} characters`,
  }),
  culprit: Type.String(),
  frames: Type.Array(
    Closed({
      function: Type.String(),
      file: Type.String(),
      line: NullableOf(Type.Integer()),
      in_app: NullableOf(Type.Boolean({ description: 'Whether it is code of the application; null when unknown' })),
    }),
    {
      description: `Frames of the exception that was raised last, the innermost first, at most ${limits.query.exampleFramesMax}`,
    },
  ),
})
export type ErrorGroup = Static<typeof ErrorGroup>

export const queryErrorGroups = defineRoute({
  ...queryRoute,
  id: 'queryErrorGroups',
  path: '/api/v1/telemetry/query/error-groups/',
  summary:
    'Events of level error and fatal by fingerprint: counts before and after an instant, first sighting, an example',
  query: Closed({
    ...comparedRangeParameters,
    split: SplitParameter,
    limit: LimitParameter(limits.query.errorGroupsLimitDefault, limits.query.errorGroupsLimitMax),
  }),
  response: Closed({
    groups: Type.Array(ErrorGroup, {
      description: 'Those with most events after the instant first, ties by project and fingerprint',
    }),
    total: Type.Integer({ description: 'Fingerprints of the range' }),
  }),
})
