import type { EventDeletion, EventDeletions } from '@signalbox/service-kit'
import type { EventDeletionRow } from './store/issue-deletions.js'
import type { IssueStores } from './store/issue-stores.js'

/** Lists and completes event deletions in the database; rejects if the database fails. */
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
    // Only `deleteIssues` writes this column.
    fingerprints: JSON.parse(row.fingerprints) as string[],
    receivedUntil: row.received_until,
  }
}
