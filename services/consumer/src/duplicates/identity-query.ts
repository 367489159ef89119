import { dayMs, limits } from '@signalbox/contracts'

/** Items that are queried together, and the time range in which they may be stored. */
export interface IdentityQuery {
  identities: string[]
  /** Unix milliseconds, inclusive. */
  from: number
  to: number
}

/**
 * The times searched: the item's own, if resending doesn't change it; or the day around it, if its time depends on when
 * it arrived.
 */
export type SearchWindow = keyof typeof marginsMs

const marginsMs = { time: 1, day: limits.recentItems.resentMsMax }

/** Adds an item to those of the same day with the same window: the store partitions by day. */
export function addToQueries(
  queries: Map<string, IdentityQuery>,
  window: SearchWindow,
  { identity, time }: { identity: string; time: number },
): void {
  const key = `${window}:${Math.floor(time / dayMs)}`
  const from = Math.max(0, time - marginsMs[window])
  const to = time + marginsMs[window]
  const query = queries.get(key)
  if (!query) {
    queries.set(key, { identities: [identity], from, to })
    return
  }
  query.identities.push(identity)
  query.from = Math.min(query.from, from)
  query.to = Math.max(query.to, to)
}
