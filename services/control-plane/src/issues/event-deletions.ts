import type { EventDeletion, EventDeletions } from '@signalbox/service-kit'
import type { EventDeletionRow } from './store/issue-deletions.js'
import type { IssueStores } from './store/issue-stores.js'

/** Reads and finishes deletions where they are kept; a failing database rejects. */
export function createEventDeletions({ issueDeletions }: Pick<IssueStores, 'issueDeletions'>): EventDeletions {
  return {
    listDeletions: ({ afterId, max }) =>
      new Promise((resolve) => {
        resolve(issueDeletions.listEvents({ afterId, limit: max }).map(toDeletion))
      }),
    finishDeletion: (id) =>
      new Promise((resolve) => {
        issueDeletions.deleteEvents(id)
        resolve()
      }),
  }
}

function toDeletion(row: EventDeletionRow): EventDeletion {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    // Written by `deleteIssues` alone.
    fingerprints: JSON.parse(row.fingerprints) as string[],
    receivedUntil: row.received_until,
  }
}
