import type { IssueDirectory, IssueReference } from '../directory.js'
import { LookupCache, type LookupCacheOptions } from './lookup-cache.js'

interface KnownId {
  issueId: string
  askedAt: number
}

/**
 * Caches issues for the query service, which looks up the issues of events for every list. While the control plane is
 * unreachable, events are returned with their cached issues or without.
 */
export function cacheIssues(remote: IssueDirectory, options: LookupCacheOptions): IssueDirectory {
  const { policy, clock } = options
  const issues = new LookupCache<IssueReference>(options)
  const ids = new Map<string, KnownId>()
  let pausedUntil = -Infinity

  const remember = (found: ReadonlyMap<string, string>, askedAt: number): void => {
    if (ids.size + found.size > policy.entriesMax) ids.clear()
    for (const [key, issueId] of found) ids.set(key, { issueId, askedAt })
  }
  const recall = (keys: readonly string[]): ReadonlyMap<string, string> => {
    const now = clock()
    const recalled = keys.flatMap((key): [string, string][] => {
      const known = ids.get(key)
      return known && now - known.askedAt < policy.staleMs ? [[key, known.issueId]] : []
    })
    return new Map(recalled)
  }

  return {
    findIssue: (organizationId, issueId) =>
      issues.find(`${organizationId}:${issueId}`, () => remote.findIssue(organizationId, issueId)),
    findIssues: (organizationId, issueIds) => remote.findIssues(organizationId, issueIds),
    findIssueIds: async (organizationId, fingerprints) => {
      const askedAt = clock()
      if (askedAt >= pausedUntil) {
        try {
          const found = await remote.findIssueIds(organizationId, fingerprints)
          remember(found, askedAt)
          return found
        } catch {
          pausedUntil = clock() + policy.pauseMs // The list is worth more than the issues in it.
        }
      }
      return recall(fingerprints.map(({ projectId, fingerprint }) => `${projectId}:${fingerprint}`))
    },
  }
}
