import { dayMs, limits, minuteMs } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import { listBeyondLimits, makeRoomForChanges, makeRoomForDeployments, removedAtOnceMax } from './make-room.js'
import type { DeploymentStores } from './store/deployment-stores.js'

type Store = Pick<DeploymentStores, 'changes' | 'deployments' | 'recordedTotals' | 'transact'>

/**
 * Deletes a bounded number of changes and deployments that are past their retention or exceed their organization's
 * limits. Watched deployments have no retention, because their sessions link to them.
 * @returns when to call it again, Unix milliseconds: immediately if more may be left.
 */
export function deleteOldChanges(store: Store, clock: Clock): number {
  const now = clock()
  const removed = [
    store.changes.deleteBefore(now - limits.change.retentionDays * dayMs, removedAtOnceMax),
    store.deployments.deleteUnwatchedBefore(now - limits.deployment.retentionDays * dayMs, removedAtOnceMax),
    ...listBeyondLimits(store, 'changes').map((id) => store.transact(() => makeRoomForChanges(store, id))),
    ...listBeyondLimits(store, 'deployments').map((id) => store.transact(() => makeRoomForDeployments(store, id))),
  ]
  return removed.includes(removedAtOnceMax) ? now : now + minuteMs
}
