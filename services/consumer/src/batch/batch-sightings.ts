import { sightingReleasesMax, type SightedRelease, type Sighting } from '@signalbox/service-kit'
import type { EventRow } from '@signalbox/telemetry-store/rows'

/** Receive times of a release's events, Unix milliseconds. */
interface ReceiveTimes {
  first: number
  last: number
}

/** A sighting whose events are still being counted. */
interface OpenSighting extends Omit<Sighting, 'releases'> {
  received: Map<string, ReceiveTimes>
}

/** The distinct fingerprints of a batch's events, each with its earliest event and its releases. */
export class BatchSightings {
  readonly #sightings = new Map<string, OpenSighting>()

  add(row: EventRow): void {
    const key = `${row.project_id}:${row.fingerprint}`
    const known = this.#sightings.get(key)
    const sighting = known === undefined || row.timestamp < known.firstSeenAt ? toSighting(row, known) : known
    this.#sightings.set(key, sighting)
    noteReceived(sighting.received, row)
  }

  list(): Sighting[] {
    return [...this.#sightings.values()].map(({ received, ...sighting }) => ({
      ...sighting,
      releases: newest(received),
    }))
  }
}

/** @param known The same fingerprint with a later event; its texts are those of the first one in the batch. */
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
    received: new Map<string, ReceiveTimes>(),
  }
  const earliest = { firstSeenAt: row.timestamp, release: row.release, environment: row.environment }
  return { ...(known ?? own), ...earliest }
}

function noteReceived(received: Map<string, ReceiveTimes>, { release, received_at: at }: EventRow): void {
  const known = received.get(release)
  if (known === undefined) {
    received.set(release, { first: at, last: at })
  } else {
    known.first = Math.min(known.first, at)
    known.last = Math.max(known.last, at)
  }
}

function newest(received: ReadonlyMap<string, ReceiveTimes>): SightedRelease[] {
  return [...received]
    .map(([release, { first, last }]) => ({ release, firstReceivedAt: first, lastReceivedAt: last }))
    .sort((one, other) => other.lastReceivedAt - one.lastReceivedAt)
    .slice(0, sightingReleasesMax)
}
