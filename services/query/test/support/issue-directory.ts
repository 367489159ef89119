import type { IssueDirectory, IssueReference } from '@signalbox/service-kit'
import { projectId } from './fixed-world.js'

/** Issues of one organization, which may be added later, by id. */
export function directoryOf(
  owner: { organizationId: string },
  known: readonly (Pick<IssueReference, 'id' | 'fingerprints'> & Partial<IssueReference>)[],
): IssueDirectory {
  const issues = known.map((issue) => ({ projectId, title: '', culprit: '', level: 'error', firstSeenAt: 0, ...issue }))
  const find = (organizationId: string, id: string) =>
    organizationId === owner.organizationId ? issues.find((issue) => issue.id === id) : undefined
  return {
    findIssue: (organizationId, id) => Promise.resolve(find(organizationId, id)),
    findIssues: (organizationId, ids) => {
      const found = ids.flatMap((id) => {
        const issue = find(organizationId, id)
        return issue === undefined ? [] : [[id, issue] as const]
      })
      return Promise.resolve(new Map(found))
    },
    findIssueIds: (_organizationId, fingerprints) => {
      const found = fingerprints.flatMap((asked) => {
        const issue = issues.find(
          (each) => each.projectId === asked.projectId && each.fingerprints.includes(asked.fingerprint),
        )
        return issue === undefined ? [] : [[`${asked.projectId}:${asked.fingerprint}`, issue.id] as const]
      })
      return Promise.resolve(new Map(found))
    },
  }
}
