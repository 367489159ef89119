import { limits, readEventId, ServiceError, type readIssueEvent } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { describeEvent } from '../event/read-event.js'
import { eventMoment, findAdjacent, findOutermost, readMoment, type EventMoment } from '../event/stored-event.js'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofIssue, requireIssue } from './issue-scope.js'

type Input = Pick<Parameters<RouteHandler<typeof readIssueEvent>>[0], 'caller' | 'params'>

/**
 * An event of an issue, with its neighbors within the issue.
 * @throws ServiceError `not-found` if the organization has no such issue, or the issue no such event.
 */
export async function readEventOfIssue(context: QueryContext, { caller, params }: Input) {
  const issue = await requireIssue(context, caller, params.issue_id)
  const among = ofIssue(caller, issue)
  const moment = await findMoment(context, among, params.event_id)
  if (moment === undefined) throw new ServiceError('not-found', { detail: 'The issue has no such event' })
  const reference = { organizationId: caller.organizationId, projectId: issue.projectId, eventId: moment.eventId }
  // With one fingerprint, the neighbors in the issue are the neighbors by fingerprint.
  if (issue.fingerprints.length === 1) {
    const event = await describeEvent(context, reference, moment.timestampMs)
    return { ...event, older_event_id: event.previous_event_id, newer_event_id: event.next_event_id }
  }
  const [event, older, newer] = await Promise.all([
    describeEvent(context, reference, moment.timestampMs),
    findAdjacent(context.store, { among, moment, direction: 'older' }),
    findAdjacent(context.store, { among, moment, direction: 'newer' }),
  ])
  return { ...event, older_event_id: older?.eventId ?? null, newer_event_id: newer?.eventId ?? null }
}

const newestFirst = 'timestamp DESC, event_id DESC'

/** The event that an id or a keyword names. */
async function findMoment(context: QueryContext, ofThisIssue: Filter, idOrWord: string) {
  if (idOrWord === 'latest') return findOutermost(context.store, ofThisIssue, 'newest')
  if (idOrWord === 'oldest') return findOutermost(context.store, ofThisIssue, 'oldest')
  if (idOrWord === 'recommended') return findRecommended(context, ofThisIssue)
  const named = { sql: 'event_id = {eventId:String}', parameters: { eventId: readEventId(idOrWord) ?? '' } }
  return readMoment(context.store, allOf(ofThisIssue, named), newestFirst)
}

/** The most informative of the newest events; the newest in a tie. */
async function findRecommended({ store }: QueryContext, filter: Filter): Promise<EventMoment | undefined> {
  const [moment] = await store.read<EventMoment>({
    name: 'issueEventRecommended',
    sql: `
      SELECT eventId, timestampMs
      FROM (
        SELECT ${eventMoment}, (stack_trace != '') * 4 + (user_key != '') + (release != '') + (trace_id != '') AS worth
        FROM events WHERE ${filter.sql} AND timestamp >= (
          SELECT min(timestamp) FROM (SELECT timestamp FROM events WHERE ${filter.sql} ORDER BY timestamp DESC LIMIT {among:UInt32}))
        ORDER BY ${newestFirst}
        LIMIT {among:UInt32})
      ORDER BY worth DESC, timestampMs DESC, eventId DESC
      LIMIT 1`,
    parameters: { ...filter.parameters, among: limits.issue.recommendedAmongMax },
  })
  return moment
}
