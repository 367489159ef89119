import { limits } from '@signalbox/contracts'
import type { AutomationTotal } from './store/automation-totals.js'
import type { SessionStores } from './store/session-stores.js'

/** Rows deleted per transaction, so that none is long. More than one request adds. */
const deletedAtOnceMax = 10

const { storedMax, storedBytesMax } = limits.agentSession

/**
 * Deletes an organization's oldest ended sessions with their steps and results until the rest are within their limits;
 * reviewed ones last. Call it in the transaction that adds to them.
 */
export function makeRoomForSessions(
  { agentSessions, automationTotals }: Pick<SessionStores, 'agentSessions' | 'automationTotals'>,
  organizationId: string,
): void {
  deleteWhileFull({
    total: () => automationTotals.find(organizationId, 'sessions'),
    most: { items: storedMax, bytes: storedBytesMax },
    deleteOldest: () => agentSessions.deleteOldestEnded(organizationId),
  })
}

/** Objects with storage limits. */
export interface Stored {
  total: () => AutomationTotal
  most: AutomationTotal
  /** @returns false if there is nothing to delete. */
  deleteOldest: () => boolean
}

/** Deletes a bounded number of objects while a limit is exceeded. */
export function deleteWhileFull({ total, most, deleteOldest }: Stored): void {
  for (let deleted = 0; deleted < deletedAtOnceMax; deleted += 1) {
    const { items, bytes } = total()
    if ((items <= most.items && bytes <= most.bytes) || !deleteOldest()) return
  }
}
