import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual } from '../selection/filter.js'
import type { EventReference } from '../kinds/attachment.js'
import { errorColumns, type StoredError } from '../kinds/error.js'
import { ofOrganization, ofProject } from '../selection/telemetry-scope.js'

/** What the detail of an event shows besides the fields of the list. */
export interface StoredDetails {
  title: string
  culprit: string
  /** Unix milliseconds. */
  receivedMs: number
  grouping_version: string
  /** JSON, or empty. */
  grouping_components: string
  /** JSON. */
  payload: string
}

/**
 * The newest event with the id.
 * @returns undefined when the organization, or the project named, has none.
 */
export async function findEvent(
  store: TelemetryReader,
  { organizationId, projectId, eventId }: EventReference,
): Promise<(StoredError & StoredDetails) | undefined> {
  const filter = allOf(ofOrganization(organizationId), ofProject(projectId), whereEqual('event_id', eventId))
  const [event] = await store.read<StoredError & StoredDetails>({
    name: 'eventDetail',
    sql: `
      SELECT ${errorColumns}, title, culprit, toUnixTimestamp64Milli(received_at) AS receivedMs, grouping_version,
        grouping_components, payload
      FROM events
      WHERE ${filter.sql}
      ORDER BY timestamp DESC, project_id
      LIMIT 1`,
    parameters: filter.parameters,
  })
  return event
}

/** Which event of a project it is, and when it happened. */
export interface EventMoment {
  eventId: string
  /** Unix milliseconds. */
  timestampMs: number
}

/** An `EventMoment` as columns of a query. */
export const eventMoment = 'event_id AS eventId, toUnixTimestamp64Milli(timestamp) AS timestampMs'

type Moment = Pick<StoredError, 'project_id' | 'event_id' | 'fingerprint' | 'timestampMs'>

/**
 * The event of the same project and fingerprint that comes directly before or after in time; of those that happened at
 * the same time the id decides.
 * @returns Its id, or null when there is none.
 */
export async function findNeighbour(
  store: TelemetryReader,
  event: Moment & { organizationId: string },
  direction: 'before' | 'after',
): Promise<string | null> {
  const [sign, way] = direction === 'before' ? ['<', 'DESC'] : ['>', 'ASC']
  const moment = "fromUnixTimestamp64Milli({eventMs:Int64}, 'UTC')"
  const filter = allOf(
    ofOrganization(event.organizationId),
    ofProject(event.project_id),
    whereEqual('fingerprint', event.fingerprint),
    {
      // The first condition, which follows from the others, lets the store skip what lies on the other side.
      sql:
        `timestamp ${sign}= ${moment} AND event_id != {eventId:String} ` +
        `AND (timestamp ${sign} ${moment} OR event_id ${sign} {eventId:String})`,
      parameters: { eventMs: event.timestampMs, eventId: event.event_id },
    },
  )
  const [neighbour] = await store.read<{ event_id: string }>({
    name: 'eventNeighbour',
    sql: `SELECT event_id FROM events WHERE ${filter.sql} ORDER BY timestamp ${way}, event_id ${way} LIMIT 1`,
    parameters: filter.parameters,
  })
  return neighbour?.event_id ?? null
}
