import type { UserHashes } from './user-hashes.js'

/** A group of events that match a search, with everything that lists show. Times are Unix milliseconds. */
export interface MatchedGroup {
  projectId: string
  fingerprint: string
  events: number
  recentEvents: number
  firstMs: number
  lastMs: number
  series: readonly number[]
  users: UserHashes
}
