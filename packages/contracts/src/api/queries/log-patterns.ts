import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, OneOf, Timestamp } from '../../schema.js'
import { LimitParameter } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { logCriteriaParameters, logLevels } from './logs.js'
import { SplitParameter, comparedRangeParameters, queryRoute } from './query-parameters.js'

/** Log entries of a service and level that are equal but for what varies. */
export const LogPattern = Closed({
  service: Type.String(),
  level: OneOf(logLevels),
  pattern: Type.String({
    description:
      'The text with `<id>` for what looks like an id, `<address>` for addresses, `<text>` for what is quoted, ' +
      '`<n>` for numbers and `<*>` for words that vary, or for all lines after the first; ' +
      `of the first ${limits.query.patternLengthMax} characters`,
  }),
  part_of: Type.Optional(
    Type.String({
      description: 'With `merge=false`: the pattern of the service and level that this one is merged into',
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
          description: 'Starts of intervals with entries, Unix seconds, ascending',
        }),
        counts: Type.Array(Type.Integer(), { description: 'Entries of each of them' }),
      },
      { description: 'When there were how many entries' },
    ),
  ),
  examples: Type.Array(
    Closed({
      timestamp: Timestamp,
      body: Type.String({ description: `At most ${limits.query.exampleLengthMax} characters` }),
      trace_id: Type.String({ description: 'Empty when unknown' }),
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
      ratio: Type.Number({ minimum: 0, maximum: 1, description: 'Ratio of the examined entries that have it' }),
    }),
    {
      description: `Values that more than half of the entries share, of at most ${limits.query.patternSampleMax} entries spread over all`,
    },
  ),
})
export type LogPattern = Static<typeof LogPattern>

export const queryLogPatterns = defineRoute({
  ...queryRoute,
  id: 'queryLogPatterns',
  path: '/api/v1/telemetry/query/log-patterns/',
  summary: 'Log entries by pattern: entries that differ in numbers, ids and a few words are one',
  description:
    'By the criteria of `logs/`, which lists the entries of a pattern when it is asked for it. Numbers, ids, addresses and ' +
    'quoted texts are masked first. Then texts of a service and level with as many words and the same first word are ' +
    'merged where two thirds of their words are equal (P. He et al., Drain, ICWS 2017): the ' +
    `${limits.query.maskedPatternsMax} most frequent ones, warn and above first.`,
  query: Closed({
    ...comparedRangeParameters,
    ...logCriteriaParameters,
    split: SplitParameter,
    merge: Type.Optional(
      Type.Boolean({ description: '`false`: texts that differ in a word are answered apart. Default: `true`' }),
    ),
    limit: LimitParameter(limits.query.patternsLimitDefault, limits.query.patternsLimitMax),
  }),
  response: Closed({
    one_in_warnings: Type.Integer({
      minimum: 1,
      description:
        'Sampling of entries of warn and above: one in this many was examined, 1 when all were. Counts are scaled up',
    }),
    one_in_others: Type.Integer({ minimum: 1, description: 'The same for entries below warn' }),
    interval_seconds: Type.Optional(Type.Integer({ description: 'Length of an interval of `intervals`' })),
    patterns: Type.Array(LogPattern, {
      description: 'Warn and above first; in both parts those with most entries first, ties by service and pattern',
    }),
    total: Type.Integer({ description: 'Patterns of the range; of texts that were not compared each is one' }),
  }),
})
export type LogPatternsAnswer = Static<typeof queryLogPatterns.response>
