import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
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
 * @param atMs when it happened, where that is known: it need not be looked for at all times then.
 * @returns undefined when the organization, or the project named, has none.
 */
export async function findEvent(
  store: TelemetryReader,
  { organizationId, projectId, eventId }: EventReference,
  atMs?: number,
): Promise<(StoredError & StoredDetails) | undefined> {
  const atTime: Filter | undefined =
    atMs === undefined
      ? undefined
      : { sql: "timestamp = fromUnixTimestamp64Milli({atMs:Int64}, 'UTC')", parameters: { atMs } }
  const filter = allOf(ofOrganization(organizationId), ofProject(projectId), atTime, whereEqual('event_id', eventId))
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

/**
 * The event that comes directly before or after another one in time, among those that pass; of those that happened at the
 * same time the id decides. When it happened is found first, in the order of the fingerprints. An event that was stored
 * twice is not beside itself.
 * @param among By organization, project and fingerprint.
 */
export async function findBeside(
  store: TelemetryReader,
  { among, moment, direction }: { among: Filter; moment: EventMoment; direction: 'older' | 'newer' },
): Promise<EventMoment | undefined> {
  const [sign, nearest, way] = direction === 'older' ? ['<', 'max', 'DESC'] : ['>', 'min', 'ASC']
  const time = "fromUnixTimestamp64Milli({eventMs:Int64}, 'UTC')"
  const beside: Filter = {
    sql:
      `event_id != {eventId:String} AND ((timestamp = ${time} AND event_id ${sign} {eventId:String}) OR ` +
      `timestamp = (SELECT ${nearest}(timestamp) FROM events WHERE ${among.sql} AND timestamp ${sign} ${time}))`,
    parameters: { eventMs: moment.timestampMs, eventId: moment.eventId },
  }
  return readMoment(store, allOf(among, beside), `timestamp ${way}, event_id ${way}`)
}

/** The newest or the oldest of the events that pass. @param among as for `findBeside`. */
export async function findOutermost(
  store: TelemetryReader,
  among: Filter,
  which: 'newest' | 'oldest',
): Promise<EventMoment | undefined> {
  const [outermost, way] = which === 'newest' ? ['max', 'DESC'] : ['min', 'ASC']
  const sql = `timestamp = (SELECT ${outermost}(timestamp) FROM events WHERE ${among.sql})`
  return readMoment(store, allOf(among, { sql, parameters: {} }), `event_id ${way}`)
}

/** The first of the events that pass. */
export async function readMoment(
  store: TelemetryReader,
  filter: Filter,
  order: string,
): Promise<EventMoment | undefined> {
  const [moment] = await store.read<EventMoment>({
    name: 'eventMoment',
    sql: `SELECT ${eventMoment} FROM events WHERE ${filter.sql} ORDER BY ${order} LIMIT 1`,
    parameters: filter.parameters,
  })
  return moment
}
