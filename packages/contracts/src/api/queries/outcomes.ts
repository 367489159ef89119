import { Type, type Static } from 'typebox'
import { clientDiscard, outcomes, replayedLetter } from '../../log/ledger.js'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from './query-parameters.js'

/** Columns by which ledger totals can be grouped. */
export const outcomeGroups = ['kind', 'outcome', 'reason', 'project_id'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

const groups = outcomeGroups.join('|')

const OutcomeKeys = {
  kind: Type.Optional(Type.String({ description: "Kind of the items; the SDK's category for discarded ones" })),
  outcome: Type.Optional(OneOf([...outcomes, clientDiscard, replayedLetter])),
  reason: Type.Optional(Type.String({ description: 'Reason; empty for stored items' })),
  project_id: Type.Optional(Type.String({ description: 'Empty for telemetry that belongs to no project' })),
}
const Quantity = Type.Integer({ description: 'Items' })

/** Number of items with the same outcome. Contains the fields that were grouped by. */
export const OutcomeCount = Closed({ ...OutcomeKeys, quantity: Quantity })
export type OutcomeCount = Static<typeof OutcomeCount>

export const OutcomePoint = Closed({
  time: { ...Timestamp, description: 'Start of the interval' },
  ...OutcomeCount.properties,
})
export type OutcomePoint = Static<typeof OutcomePoint>

export const queryOutcomes = defineRoute({
  ...queryRoute,
  id: 'queryOutcomes',
  path: '/api/v1/telemetry/query/outcomes/',
  summary: 'The ledger: the outcome of every item sent',
  description:
    'received = stored + dropped + rate_limited + dead_lettered. Items that SDKs discarded before sending ' +
    'were never received and are counted separately, as are replayed dead letters, by the outcome of the ' +
    'replay. Minutes count as a unit, by receive time.',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '24h'),
    project_id: ProjectIdParameter,
    kind: TextParameter('Only items of this kind'),
    outcome: Type.Optional(
      OneOf([...outcomes, clientDiscard, replayedLetter], { description: 'Only items with this outcome' }),
    ),
    reason: TextParameter('Only items with this reason'),
    group_by: Type.String({
      pattern: `^(?:${groups})(?:,(?:${groups})){0,3}$`,
      default: 'kind,outcome,reason',
      description: `Fields to group by, separated by commas: ${outcomeGroups.join(', ')}`,
    }),
    interval: OneOf(['none', 'minute', 'hour', 'day'], {
      default: 'none',
      description: 'Interval length of `series`; omit it for no series',
    }),
  }),
  response: Closed({
    outcomes: Type.Array(OutcomeCount, { description: `Largest first, at most ${limits.query.outcomesMax}` }),
    series: Type.Optional(
      Type.Array(OutcomePoint, { description: 'In chronological order; intervals without items are omitted' }),
    ),
    totals: Closed(
      {
        received: Quantity,
        stored: Quantity,
        dropped: Quantity,
        rate_limited: Quantity,
        dead_lettered: Quantity,
        client_discarded: Type.Integer({ description: 'Discarded by SDKs before sending; not included in received' }),
      },
      { description: 'Totals of everything that matches' },
    ),
    period: Closed({ start: Timestamp, end: Timestamp }),
  }),
})
