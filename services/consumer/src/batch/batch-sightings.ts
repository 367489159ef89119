import { sightingReleasesMax, type SightedRelease, type Sighting } from '@signalbox/service-kit'
import type { EventRow } from '@signalbox/telemetry-store/rows'

/** When the events of a release were received, Unix milliseconds. */
interface ReceiveTimes {
  first: number
  last: number
}

/** A sighting while its events are counted. */
interface OpenSighting extends Omit<Sighting, 'releases'> {
  received: Map<string, ReceiveTimes>
}

/** Which fingerprints a batch has events of, each once, with its earliest event and its releases. */
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
