import { limits, type IssueCounts } from '@signalbox/contracts'
import type { CountedIssues } from './issue-counts.js'

/** An issue's event counts. An issue has at most as many users as events. */
interface CountedEvents {
  id: string
  events: number
}

/** All of the issues, sorted as far as the page needs, with the counts read along the way. */
export interface MostUsers {
  ids: string[]
  counted: CountedIssues
}

/**
 * Sorts issues by users. Counts those with the most events first, until no other issue can have as many users as the
 * last one on the page: merging the user sets of all issues is too expensive for one page.
 * @param othersMax No issue that is left out has more events.
 * @returns undefined if event counts say too little about users, so that too many issues would have to be counted.
 */
export async function findMostUsers(
  { issues, othersMax = -Infinity }: { issues: readonly CountedEvents[]; othersMax?: number },
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
    if (last !== undefined && usersOf(last) > Math.max(waiting[0]?.events ?? 0, othersMax)) break
    if (waiting.length === 0 && othersMax > 0) return undefined
  }
  return { ids: [...ordered, ...waiting.map(({ id }) => id)], counted: { counts, ...divided } }
}
