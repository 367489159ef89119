import { sightingReleasesMax, type SightedRelease, type Sighting } from '@signalbox/service-kit'
import type { EventRow } from '@signalbox/telemetry-store/rows'

/** A sighting while its events are counted. */
interface OpenSighting extends Omit<Sighting, 'releases'> {
  /** When the newest event of each release was received, Unix milliseconds. */
  receivedAt: Map<string, number>
}

/** Which fingerprints a batch has events of, each once, with its earliest event and its releases. */
export class BatchSightings {
  readonly #sightings = new Map<string, OpenSighting>()

  add(row: EventRow): void {
    const key = `${row.project_id}:${row.fingerprint}`
    const known = this.#sightings.get(key)
    const sighting = known === undefined || row.timestamp < known.firstSeenAt ? toSighting(row, known) : known
    this.#sightings.set(key, sighting)
    const { receivedAt } = sighting
    receivedAt.set(row.release, Math.max(receivedAt.get(row.release) ?? 0, row.received_at))
  }

  list(): Sighting[] {
    return [...this.#sightings.values()].map(({ receivedAt, ...sighting }) => ({
      ...sighting,
      releases: newest(receivedAt),
    }))
  }
}

/** @param known The same fingerprint by a later event: its texts are those of the one that came first in the batch. */
function toSighting(row: EventRow, known: OpenSighting | undefined): OpenSighting {
  const own = {
    organizationId: row.organization_id,
    projectId: row.project_id,
    fingerprint: row.fingerprint,
    previousFingerprint: row.previous_fingerprint,
    title: row.title,
    culprit: row.culprit,
    level: row.level,
    platform: row.platform,
    receivedAt: new Map<string, number>(),
  }
  const earliest = { firstSeenAt: row.timestamp, release: row.release, environment: row.environment }
  return { ...(known ?? own), ...earliest }
}

function newest(receivedAt: ReadonlyMap<string, number>): SightedRelease[] {
  return [...receivedAt]
    .map(([release, lastReceivedAt]) => ({ release, lastReceivedAt }))
    .sort((one, other) => other.lastReceivedAt - one.lastReceivedAt)
    .slice(0, sightingReleasesMax)
}
