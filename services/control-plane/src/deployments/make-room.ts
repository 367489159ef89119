import { limits } from '@signalbox/contracts'
import type { DeploymentStores } from './store/deployment-stores.js'
import type { Recorded, RecordedTotal } from './store/recorded-totals.js'

type Store = Pick<DeploymentStores, 'changes' | 'deployments' | 'recordedTotals'>

/** How much an organization may store. */
const storedMost: Readonly<Record<Recorded, RecordedTotal>> = {
  changes: { items: limits.change.storedMax, bytes: limits.change.storedBytesMax },
  deployments: { items: limits.deployment.storedMax, bytes: limits.deployment.storedBytesMax },
}

/**
 * Rows shortened or deleted per transaction, so that none is long. Far more than one request adds; after an upgrade,
 * `deleteOldChanges` removes the rest.
 */
export const removedAtOnceMax = 1_000

/** Lists the organizations that exceed a limit. */
export function listBeyondLimits({ recordedTotals }: Store, recorded: Recorded): string[] {
  return recordedTotals.listBeyond(recorded, storedMost[recorded])
}

/**
 * Brings an organization's changes back within their limits. To save space, the oldest changes lose their diffs, which
 * are most of it; changes are deleted only once no diff is left, or when there are too many.
 * Call it in the transaction that adds to them.
 * @returns how many rows it shortened or deleted, at most `removedAtOnceMax`.
 */
export function makeRoomForChanges(store: Store, organizationId: string): number {
  const { changes } = store
  return removeOldest(store, organizationId, 'changes', ({ items }) => {
    const canShorten = items <= storedMost.changes.items
    return (canShorten && changes.dropOldestDiff(organizationId)) || changes.deleteOldest(organizationId)
  })
}

/**
 * Deletes an organization's oldest deployments until the rest are within their limits, watched or not: a session's
 * context holds all it needs of its deployment. Call it in the transaction that adds to them.
 * @returns how many it deleted, at most `removedAtOnceMax`.
 */
export function makeRoomForDeployments(store: Store, organizationId: string): number {
  return removeOldest(store, organizationId, 'deployments', () => store.deployments.deleteOldest(organizationId))
}

function removeOldest(
  { recordedTotals }: Store,
  organizationId: string,
  recorded: Recorded,
  removeOne: (total: RecordedTotal) => boolean,
): number {
  const most = storedMost[recorded]
  for (let removed = 0; removed < removedAtOnceMax; removed += 1) {
    const total = recordedTotals.find(organizationId, recorded)
    const fits = total.items <= most.items && total.bytes <= most.bytes
    if (fits || !removeOne(total)) return removed
  }
  return removedAtOnceMax
}
