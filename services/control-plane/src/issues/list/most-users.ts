import { limits, type IssueCounts } from '@signalbox/contracts'
import type { CountedIssues } from './issue-counts.js'

/** An issue by its events, of which it has at least as many as users. */
interface CountedEvents {
  id: string
  events: number
}

/** All of the issues, in order as far as it was needed, and what was counted for it. */
export interface MostUsers {
  ids: string[]
  counted: CountedIssues
}

/**
 * Puts issues into the order of their users by counting those of most events, until none of the others can have as many users as
 * the last one that is needed: sets of users of all issues are too much to unite for a page.
 * @returns undefined when events say too little of users, so that too many would have to be counted.
 */
export async function findMostUsers(
  issues: readonly CountedEvents[],
  needed: number,
  count: (ids: readonly string[]) => Promise<CountedIssues>,
): Promise<MostUsers | undefined> {
  const waiting = issues.toSorted((a, b) => b.events - a.events)
  const counts = new Map<string, IssueCounts>()
  let divided: Omit<CountedIssues, 'counts'> = { seriesStart: null, intervalSeconds: null }
  const usersOf = (id: string) => counts.get(id)?.users ?? 0
  let ordered: string[] = []
  while (waiting.length > 0 && needed > 0) {
    if (Math.max(counts.size, needed - 1) >= limits.issue.recountedMax) return undefined
    const { counts: more, ...rest } = await count(waiting.splice(0, limits.issue.countedAtOnceMax).map(({ id }) => id))
    for (const [id, counted] of more) counts.set(id, counted)
    divided = rest
    ordered = [...counts.keys()].sort((a, b) => usersOf(b) - usersOf(a) || (a < b ? 1 : -1))
    const last = ordered[needed - 1]
    if (last !== undefined && usersOf(last) > (waiting[0]?.events ?? 0)) break
  }
  return { ids: [...ordered, ...waiting.map(({ id }) => id)], counted: { counts, ...divided } }
}
