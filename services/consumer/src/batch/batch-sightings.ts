import type { Sighting } from '@signalbox/service-kit'
import type { EventRow } from '@signalbox/telemetry-store/rows'

/** Which fingerprints a batch has events of, each once, with its earliest event. */
export class BatchSightings {
  readonly #sightings = new Map<string, Sighting>()

  add(row: EventRow): void {
    const key = `${row.project_id}:${row.fingerprint}`
    const known = this.#sightings.get(key)
    if (known === undefined) {
      this.#sightings.set(key, toSighting(row))
    } else if (row.timestamp < known.firstSeenAt) {
      known.firstSeenAt = row.timestamp
    }
  }

  list(): Sighting[] {
    return [...this.#sightings.values()]
  }
}

function toSighting(row: EventRow): Sighting {
  return {
    organizationId: row.organization_id,
    projectId: row.project_id,
    fingerprint: row.fingerprint,
    previousFingerprint: row.previous_fingerprint,
    title: row.title,
    culprit: row.culprit,
    level: row.level,
    platform: row.platform,
    firstSeenAt: row.timestamp,
  }
}
