import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { logCriteriaParameters, logLevels } from './logs.js'
import { SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Log entries of a service and level that differ only in their variable parts. */
export const LogPattern = Closed({
  service: Type.String(),
  level: OneOf(logLevels),
  pattern: Type.String({
    description:
      'The text with `<id>` for values that look like ids, `<address>` for addresses, `<text>` for quoted ' +
      'text, `<n>` for numbers, and `<*>` for words that vary or for all lines after the first; covers the ' +
      `first ${limits.query.patternLengthMax} characters`,
  }),
  part_of: Type.Optional(
    Type.String({
      description: 'With `merge=false`: the pattern of the service and level that this one merges into',
    }),
  ),
  count: Type.Integer({ description: 'Entries' }),
  count_before: Type.Integer({ description: 'Entries before the instant that splits the range' }),
  first: Timestamp,
  last: Timestamp,
  intervals: Type.Optional(
    Closed(
      {
        starts: Type.Array(Type.Integer(), {
          description: 'Starts of intervals with entries, in ascending Unix seconds',
        }),
        counts: Type.Array(Type.Integer(), { description: 'Number of entries in each interval' }),
      },
      { description: 'Number of entries over time' },
    ),
  ),
  examples: Type.Array(
    Closed({
      timestamp: Timestamp,
      body: Type.String({ description: `At most ${limits.query.exampleLengthMax} characters` }),
      trace_id: Type.String({ description: 'Empty if unknown' }),
      attributes: MapOf(Type.String(), {
        description: `At most ${limits.query.exampleAttributesMax}, values of at most ${limits.query.exampleLengthMax} characters`,
      }),
    }),
    { description: `At most ${limits.query.patternExamplesMax}, spread over the entries, oldest first` },
  ),
  common_attributes: Type.Array(
    Closed({
      name: Type.String(),
      value: Type.String(),
      ratio: Type.Number({ minimum: 0, maximum: 1, description: 'Fraction of the examined entries that have it' }),
    }),
    {
      description:
        `Values shared by more than half of the entries, based on at most ${limits.query.patternSampleMax} ` +
        'entries spread over the range',
    },
  ),
})
export type LogPattern = Static<typeof LogPattern>

export const queryLogPatterns = defineRoute({
  ...queryRoute,
  id: 'queryLogPatterns',
  path: '/api/v1/telemetry/query/log-patterns/',
  summary: 'Log entries by pattern: entries that differ only in numbers, ids and a few words are combined',
  description:
    "Takes the filters of `logs/`, which lists a pattern's entries if you pass the pattern to it. Numbers, " +
    'ids, addresses and quoted text are masked first. Then, within a service and level, texts with the same ' +
    'number of words and the same first word are merged if two thirds of their words match (P. He et al., ' +
    `Drain, ICWS 2017): the ${limits.query.maskedPatternsMax} most frequent ones, warn and above first.`,
  query: Closed({
    ...comparedRangeParameters,
    ...logCriteriaParameters,
    split: SplitParameter,
    merge: Type.Optional(
      Type.Boolean({ description: '`false` returns texts that differ in a word separately. Default: `true`' }),
    ),
    limit: LimitParameter(limits.query.patternsLimitDefault, limits.query.patternsLimitMax),
  }),
  response: Closed({
    one_in_warnings: Type.Integer({
      minimum: 1,
      description:
        'Sampling of entries at warn and above: one in this many was examined, 1 if all were. Counts are scaled up',
    }),
    one_in_others: Type.Integer({ minimum: 1, description: 'The same for entries below warn' }),
    interval_seconds: Type.Optional(Type.Integer({ description: 'Interval length of `intervals`' })),
    patterns: Type.Array(LogPattern, {
      description: 'Warn and above first; within each part, most entries first, ties by service and pattern',
    }),
    total: Type.Integer({ description: 'Number of patterns in the range; each uncompared text counts as one' }),
  }),
})
export type LogPatternsResponse = Static<typeof queryLogPatterns.response>
