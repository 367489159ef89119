import type { TelemetryReader } from '@signalbox/telemetry-store'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import type { EventReference } from '../kinds/attachment.js'
import { errorColumns, type StoredError } from '../kinds/error.js'
import { ofOrganization, ofProject } from '../selection/telemetry-scope.js'

/** Fields of an event's detail in addition to those in the list. */
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
 * @param atMs When it happened, if known: avoids searching all time.
 * @returns undefined if the organization, or the named project, has none.
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

/** Identifies an event of a project, with its time. */
export interface EventMoment {
  eventId: string
  /** Unix milliseconds. */
  timestampMs: number
}

/** An `EventMoment` as columns of a query. */
export const eventMoment = 'event_id AS eventId, toUnixTimestamp64Milli(timestamp) AS timestampMs'

/**
 * The event directly before or after another one in time, among the matching ones; for equal times the id decides.
 * Times are searched first, in fingerprint order. An event that was stored twice isn't its own neighbor.
 * @param among By organization, project and fingerprint.
 */
export async function findAdjacent(
  store: TelemetryReader,
  { among, moment, direction }: { among: Filter; moment: EventMoment; direction: 'older' | 'newer' },
): Promise<EventMoment | undefined> {
  const [sign, nearest, way] = direction === 'older' ? ['<', 'max', 'DESC'] : ['>', 'min', 'ASC']
  const time = "fromUnixTimestamp64Milli({eventMs:Int64}, 'UTC')"
  const adjacent: Filter = {
    sql:
      `event_id != {eventId:String} AND ((timestamp = ${time} AND event_id ${sign} {eventId:String}) OR ` +
      `timestamp = (SELECT ${nearest}(timestamp) FROM events WHERE ${among.sql} AND timestamp ${sign} ${time}))`,
    parameters: { eventMs: moment.timestampMs, eventId: moment.eventId },
  }
  return readMoment(store, allOf(among, adjacent), `timestamp ${way}, event_id ${way}`)
}

/**
 * The newest or oldest matching event.
 * @param among See `findAdjacent`.
 */
export async function findOutermost(
  store: TelemetryReader,
  among: Filter,
  which: 'newest' | 'oldest',
): Promise<EventMoment | undefined> {
  const [outermost, way] = which === 'newest' ? ['max', 'DESC'] : ['min', 'ASC']
  const sql = `timestamp = (SELECT ${outermost}(timestamp) FROM events WHERE ${among.sql})`
  return readMoment(store, allOf(among, { sql, parameters: {} }), `event_id ${way}`)
}

/** The first matching event. */
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
