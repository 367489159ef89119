import type { ErrorEvent, TelemetryProject } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'

/** An event is to show within 2 s of its being there. Asking stops in hidden tabs. */
const eventMs = 1_500
const ledgerMs = 10_000

/** What became of items of one kind. */
export interface Arrived {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

/** The newest error event of a project, as soon as there is one, and what else became of what was sent. */
export function useFirstEvent({ id }: TelemetryProject): {
  event: ErrorEvent | undefined
  arrived: readonly Arrived[]
} {
  const events = useQuery({
    ...apiQuery('queryErrors', { query: { project_id: id, since: '30d', limit: 1 } }),
    // Once it is part of an issue there is nothing left to wait for.
    refetchInterval: ({ state: { data } }) => (data?.events[0]?.issue_id ? false : eventMs),
    staleTime: 0,
  })
  const event = events.data?.events[0]
  const ledger = useQuery({
    ...apiQuery('queryOutcomes', { query: { project_id: id, since: '24h', group_by: 'kind,outcome,reason' } }),
    refetchInterval: ledgerMs,
    enabled: event === undefined,
  })
  const arrived = (ledger.data?.outcomes ?? []).map(({ kind = '', outcome = '', reason = '', quantity }) => ({
    kind,
    outcome,
    reason,
    quantity,
  }))
  return { event, arrived }
}
