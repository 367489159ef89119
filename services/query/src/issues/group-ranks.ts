import { trendOf, type IssueSort } from '@signalbox/contracts'

/** What groups are ranked by. Times are Unix milliseconds. */
export interface RankedCounts {
  events: number
  recentEvents: number
  users: number
  firstMs: number
  lastMs: number
}

/** The rank of a group, as in the store. */
export const rankOf = {
  last_seen: ({ lastMs }) => lastMs,
  first_seen: ({ firstMs }) => firstMs,
  events: ({ events }) => events,
  users: ({ users }) => users,
  trend: trendOf,
} satisfies Record<IssueSort, (group: RankedCounts, recentShare: number) => number>
