import type { IssueCounts, queryIssueRanking, Static } from '@signalbox/contracts'
import type { CountedIssues } from './issue-counts.js'

type CountedGroups = NonNullable<Static<typeof queryIssueRanking.response>['counted']>

/** Unique key of a fingerprint across projects. */
export function groupKeyOf(projectId: string, fingerprint: string): string {
  return `${projectId}:${fingerprint}`
}

/**
 * Turns counts of groups into counts of the issues that have no other group: users of several groups can't be added up.
 * @param issues Issues with a single group.
 */
export function countsOfGroups(
  { groups, series_start: seriesStart, interval_seconds: intervalSeconds }: CountedGroups,
  issues: readonly { id: string; groupKey: string }[],
): CountedIssues {
  const issueIds = new Map(issues.map(({ id, groupKey }) => [groupKey, id]))
  const counts = new Map<string, IssueCounts>()
  for (const { project_id: projectId, fingerprint, ...counted } of groups) {
    const id = issueIds.get(groupKeyOf(projectId, fingerprint))
    if (id !== undefined) counts.set(id, { issue_id: id, ...counted })
  }
  return { counts, seriesStart, intervalSeconds }
}
