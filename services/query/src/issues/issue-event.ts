import { limits, readEventId, ServiceError, type readIssueEvent } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { describeEvent } from '../event/read-event.js'
import { eventMoment, type EventMoment } from '../event/stored-event.js'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofIssue, requireIssue } from './issue-scope.js'

type Input = Pick<Parameters<RouteHandler<typeof readIssueEvent>>[0], 'caller' | 'params'>

/**
 * An event of an issue, with the issue's events around it.
 * @throws ServiceError `not-found` when the organization has no such issue, or the issue no such event.
 */
export async function readEventOfIssue(context: QueryContext, { caller, params }: Input) {
  const issue = await requireIssue(context, caller, params.issue_id)
  const ofThisIssue = ofIssue(caller, issue)
  const moment = await findMoment(context, ofThisIssue, params.event_id)
  if (moment === undefined) throw new ServiceError('not-found', { detail: 'The issue has no such event' })
  const { eventId } = moment
  const [event, older, newer] = await Promise.all([
    describeEvent(context, { organizationId: caller.organizationId, projectId: issue.projectId, eventId }),
    findBeside(context, { ofThisIssue, moment, direction: 'older' }),
    findBeside(context, { ofThisIssue, moment, direction: 'newer' }),
  ])
  return { ...event, older_event_id: older?.eventId ?? null, newer_event_id: newer?.eventId ?? null }
}

const newestFirst = 'timestamp DESC, event_id DESC'

/** The event that an id or a word names. */
async function findMoment(context: QueryContext, ofThisIssue: Filter, idOrWord: string) {
  if (idOrWord === 'latest') return readMoment(context, ofThisIssue, newestFirst)
  if (idOrWord === 'oldest') return readMoment(context, ofThisIssue, 'timestamp, event_id')
  if (idOrWord === 'recommended') return findRecommended(context, ofThisIssue)
  const named = { sql: 'event_id = {eventId:String}', parameters: { eventId: readEventId(idOrWord) ?? '' } }
  return readMoment(context, allOf(ofThisIssue, named), newestFirst)
}

async function readMoment({ store }: QueryContext, filter: Filter, order: string): Promise<EventMoment | undefined> {
  const [moment] = await store.read<EventMoment>({
    name: 'issueEvent',
    sql: `SELECT ${eventMoment} FROM events WHERE ${filter.sql} ORDER BY ${order} LIMIT 1`,
    parameters: filter.parameters,
  })
  return moment
}

/** Of the newest events the one that tells most, and of those that tell as much the newest. */
async function findRecommended({ store }: QueryContext, filter: Filter): Promise<EventMoment | undefined> {
  const [moment] = await store.read<EventMoment>({
    name: 'issueEventRecommended',
    sql: `
      SELECT eventId, timestampMs
      FROM (
        SELECT ${eventMoment}, (stack_trace != '') * 4 + (user_key != '') + (release != '') + (trace_id != '') AS worth
        FROM events WHERE ${filter.sql}
        ORDER BY ${newestFirst}
        LIMIT {among:UInt32})
      ORDER BY worth DESC, timestampMs DESC, eventId DESC
      LIMIT 1`,
    parameters: { ...filter.parameters, among: limits.issue.recommendedAmongMax },
  })
  return moment
}

function findBeside(
  context: QueryContext,
  { ofThisIssue, moment, direction }: { ofThisIssue: Filter; moment: EventMoment; direction: 'older' | 'newer' },
): Promise<EventMoment | undefined> {
  const sign = direction === 'older' ? '<' : '>'
  const time = "fromUnixTimestamp64Milli({eventMs:Int64}, 'UTC')"
  const beside = {
    // The first condition, which follows from the others, lets the store skip what lies on the other side.
    sql: `timestamp ${sign}= ${time} AND (timestamp ${sign} ${time} OR event_id ${sign} {eventId:String})`,
    parameters: { eventMs: moment.timestampMs, eventId: moment.eventId },
  }
  const order = direction === 'older' ? newestFirst : 'timestamp, event_id'
  return readMoment(context, allOf(ofThisIssue, beside), order)
}
