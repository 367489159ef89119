import { limits } from '@signalbox/contracts'
import type { ArtifactStores } from './store/artifact-stores.js'

/**
 * Longer than consumers remember that a file is missing, plus the time to store a batch that was processed in the
 * meantime.
 */
const waitMs = 8_000

/**
 * Requests that stored events be symbolicated again with a bundle that has become usable. Call it in the transaction
 * that made it usable.
 */
export function requestResymbolication(
  { resymbolications }: Pick<ArtifactStores, 'resymbolications'>,
  bundleId: string,
  now: number,
): void {
  const eventsMax = limits.artifacts.resymbolicationEventsMax
  resymbolications.request(bundleId, { requestedAt: now, dueAt: now + waitMs, eventsMax })
}
