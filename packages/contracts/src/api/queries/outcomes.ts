import { Type, type Static } from 'typebox'
import { clientDiscard, outcomes, replayedLetter } from '../../log/ledger.js'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { ProjectIdParameter, TextParameter, timeRangeParameters } from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from './query-parameters.js'

/** What lines of the ledger may be summed by. */
export const outcomeGroups = ['kind', 'outcome', 'reason', 'project_id'] as const
export type OutcomeGroup = (typeof outcomeGroups)[number]

const groups = outcomeGroups.join('|')

const OutcomeKeys = {
  kind: Type.Optional(Type.String({ description: 'What the items were; category of the SDK for discarded ones' })),
  outcome: Type.Optional(OneOf([...outcomes, clientDiscard, replayedLetter])),
  reason: Type.Optional(Type.String({ description: 'Why; empty for stored ones' })),
  project_id: Type.Optional(Type.String({ description: 'Empty for telemetry that belongs to no project' })),
}
const Quantity = Type.Integer({ description: 'Items' })

/** Items that ended alike. Has the fields that were grouped by. */
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
  summary: 'The ledger: what became of every item that was sent',
  description:
    'received = stored + dropped + rate_limited + dead_lettered. What SDKs discarded before sending was never ' +
    'received and is counted beside, as are dead letters that were replayed, by what became of them. Minutes count as a whole, by the time of receipt.',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '24h'),
    project_id: ProjectIdParameter,
    kind: TextParameter('Only items of this kind'),
    outcome: Type.Optional(
      OneOf([...outcomes, clientDiscard, replayedLetter], { description: 'Only items that ended like this' }),
    ),
    reason: TextParameter('Only items with this reason'),
    group_by: Type.String({
      pattern: `^(?:${groups})(?:,(?:${groups})){0,3}$`,
      default: 'kind,outcome,reason',
      description: `What to sum by, separated by commas: ${outcomeGroups.join(', ')}`,
    }),
    interval: OneOf(['none', 'minute', 'hour', 'day'], {
      default: 'none',
      description: 'Length of the intervals of `series`; none answers no series',
    }),
  }),
  response: Closed({
    outcomes: Type.Array(OutcomeCount, { description: `Largest first, at most ${limits.query.outcomesMax}` }),
    series: Type.Optional(
      Type.Array(OutcomePoint, { description: 'In the order of time; intervals without items are left out' }),
    ),
    totals: Closed(
      {
        received: Quantity,
        stored: Quantity,
        dropped: Quantity,
        rate_limited: Quantity,
        dead_lettered: Quantity,
        client_discarded: Type.Integer({ description: 'Discarded by SDKs before sending; not part of received' }),
      },
      { description: 'Sums of all that matches' },
    ),
    period: Closed({ start: Timestamp, end: Timestamp }),
  }),
})
