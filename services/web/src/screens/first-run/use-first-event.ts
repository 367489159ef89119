import type { ErrorEvent, TelemetryProject } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'

/** Events must be displayed within 2 s of arrival. Polling stops in hidden tabs. */
const eventMs = 1_500
const ledgerMs = 10_000

/** Outcomes of one kind of item. */
export interface Arrived {
  kind: string
  outcome: string
  reason: string
  quantity: number
}

/** What a project has received so far. */
export interface FirstArrival {
  /** Its newest error event. */
  event: ErrorEvent | undefined
  /** Outcomes of everything else that was sent. */
  arrived: readonly Arrived[]
}

/** What a project has received so far, live. */
export function useFirstEvent({ id }: TelemetryProject): FirstArrival {
  const events = useQuery({
    ...apiQuery('queryErrors', { query: { project_id: id, since: '30d', limit: 1 } }),
    // Once it belongs to an issue, there is nothing left to wait for.
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
