import { limits } from '@signalbox/contracts'
import { deleteWhileFull } from '../sessions/make-room.js'
import type { WorkflowStores } from './store/workflow-stores.js'

const { storedRunsMax, storedRunsBytesMax } = limits.workflow

/**
 * Deletes an organization's oldest finished runs until the rest are within their limits. Call it in the transaction
 * that adds to them.
 */
export function makeRoomForRuns(
  { workflowRuns, automationTotals }: Pick<WorkflowStores, 'workflowRuns' | 'automationTotals'>,
  organizationId: string,
): void {
  deleteWhileFull({
    total: () => automationTotals.find(organizationId, 'runs'),
    most: { items: storedRunsMax, bytes: storedRunsBytesMax },
    deleteOldest: () => workflowRuns.deleteOldestSettled(organizationId),
  })
}
