import { limits } from '@signalbox/contracts'
import type { ArtifactStores } from './store/artifact-stores.js'

/** Longer than consumers remember that a file is missing, and than a batch that was processed meanwhile takes to be stored. */
const waitMs = 8_000

/** Has stored events resolved once more by a bundle that can be used. To be called in the transaction that made it so. */
export function requestResymbolication(
  { resymbolications }: Pick<ArtifactStores, 'resymbolications'>,
  bundleId: string,
  now: number,
): void {
  const eventsMax = limits.artifacts.resymbolicationEventsMax
  resymbolications.request(bundleId, { requestedAt: now, dueAt: now + waitMs, eventsMax })
}
