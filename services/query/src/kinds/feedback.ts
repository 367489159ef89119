import {
  limits,
  readEventId,
  type EventAttachment,
  type EventUser,
  type Feedback,
  type queryFeedback,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { allOf, whereContains, whereEqual, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, resolveScope, withinScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { listAttachments } from './attachment.js'
import { parseUser } from './event-user.js'
import { eventKey, ofEvents, type EventName } from './named-events.js'

type FeedbackQuery = Parameters<RouteHandler<typeof queryFeedback>>[0]['query']

interface StoredFeedback extends Omit<Feedback, 'timestamp' | 'user' | 'attachments'> {
  timestampMs: number
  /** JSON, or empty. */
  user: string
}

const searchedColumns = ['message', 'name', 'contact_email']

/** Adds attached files, and release and environment of the related events to rows without them. */
async function addRelatedData(
  context: QueryContext,
  organizationId: string,
  rows: readonly StoredFeedback[],
): Promise<Feedback[]> {
  const [files, places] = await Promise.all([
    listAttachments(context, organizationId, rows.map(ownEvent)),
    readPlaces(context, organizationId, rows.filter(needsRelatedEvent).map(associatedEvent)),
  ])
  return rows.map((row) => {
    const place = needsRelatedEvent(row) && places.get(eventKey(associatedEvent(row)))
    return toFeedback({ ...row, ...place }, files.get(eventKey(ownEvent(row))) ?? [])
  })
}

/** Release and environment of an application. */
interface Place {
  release: string
  environment: string
}

function needsRelatedEvent({ release, environment, associated_event_id: eventId }: StoredFeedback): boolean {
  return release === '' && environment === '' && eventId !== ''
}

/** Feedback is itself an event, to which files may be attached. */
function ownEvent({ project_id: projectId, feedback_id: eventId }: StoredFeedback): EventName {
  return { projectId, eventId }
}

function associatedEvent({ project_id: projectId, associated_event_id: eventId }: StoredFeedback): EventName {
  return { projectId, eventId }
}

/** User reports don't say where their event happened; the event, which may have arrived later, does. */
async function readPlaces(
  { store }: QueryContext,
  organizationId: string,
  named: readonly EventName[],
): Promise<ReadonlyMap<string, Place>> {
  if (named.length === 0) return new Map()
  const filter = ofEvents(organizationId, named)
  const events = await store.read<Place & EventName>({
    name: 'feedbackPlaces',
    sql: `
      SELECT project_id AS projectId, event_id AS eventId, release, environment
      FROM events
      WHERE ${filter.sql}
      ORDER BY timestamp DESC
      LIMIT 1 BY project_id, event_id`,
    parameters: filter.parameters,
  })
  return new Map(events.map(({ release, environment, ...event }) => [eventKey(event), { release, environment }]))
}

function toFeedback(
  { timestampMs, user: json, ...feedback }: StoredFeedback,
  attachments: EventAttachment[],
): Feedback {
  const user: EventUser | null = parseUser(json)
  return { ...feedback, timestamp: new Date(timestampMs).toISOString(), user, attachments }
}

// Feedback that was stored twice because a client resent it is shown once.
function selectFeedback(filter: Filter, page: { limit: number; offset: number }): Filter {
  return {
    sql: `
      SELECT feedback_id, project_id, toUnixTimestamp64Milli(timestamp) AS timestampMs, message, name, contact_email, url,
        source, associated_event_id, replay_id, trace_id, user, tags, release, environment
      FROM feedback
      WHERE ${filter.sql}
      ORDER BY timestamp DESC, feedback_id, project_id
      LIMIT 1 BY project_id, feedback_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: { ...filter.parameters, limit: page.limit, offset: page.offset },
  }
}

/** Feedback, newest first, ties by id. */
export async function listFeedback(context: QueryContext, caller: ApiCaller, query: FeedbackQuery) {
  const { store, projects, clock } = context
  const window = resolveTimeWindow(query, clock())
  const scope = await resolveScope(projects, caller, { projectId: query.project_id, window })
  const filter = allOf(
    withinScope(scope, 'timestamp'),
    whereContains(searchedColumns, query.search),
    whereEqual('associated_event_id', readEventId(query.event_id)),
  )
  const [counted] = await store.read<{ total: number }>({
    name: 'feedbackTotal',
    sql: `SELECT uniqExact(project_id, feedback_id) AS total FROM feedback WHERE ${filter.sql}`,
    parameters: filter.parameters,
  })
  const total = counted?.total ?? 0
  const rows = await store.read<StoredFeedback>({ name: 'feedbackPage', ...selectFeedback(filter, query) })
  const feedback = await addRelatedData(context, caller.organizationId, rows)
  return { feedback, total, has_more: query.offset + rows.length < total }
}

/** The newest feedback about an event. */
export async function readFeedbackOfEvent(
  context: QueryContext,
  event: { organizationId: string; projectId: string; eventId: string },
): Promise<Feedback[]> {
  const filter = allOf(
    ofOrganization(event.organizationId),
    ofProject(event.projectId),
    whereEqual('associated_event_id', event.eventId),
  )
  const page = { limit: limits.query.eventFeedbackMax, offset: 0 }
  const rows = await context.store.read<StoredFeedback>({ name: 'eventFeedback', ...selectFeedback(filter, page) })
  return addRelatedData(context, event.organizationId, rows)
}
