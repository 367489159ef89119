import {
  ServiceError,
  readEventId,
  parseJsonObject,
  type EventDetail,
  type FileContent,
  type downloadAttachment,
  type readEvent,
} from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { listAttachments, readAttachment, type EventReference } from '../kinds/attachment.js'
import { eventKey } from '../kinds/named-events.js'
import { toErrorEvents, type StoredError } from '../kinds/error.js'
import { readFeedbackOfEvent } from '../kinds/feedback.js'
import type { QueryContext } from '../reading/query-context.js'
import { allOf, whereEqual } from '../selection/filter.js'
import { ofOrganization, ofProject, resolveProjectId } from '../selection/telemetry-scope.js'
import { findAdjacent, findEvent, type StoredDetails } from './stored-event.js'

type EventInput = Pick<Parameters<RouteHandler<typeof readEvent>>[0], 'params' | 'query' | 'caller'>
type DownloadInput = Pick<Parameters<RouteHandler<typeof downloadAttachment>>[0], 'params' | 'query' | 'caller'>

async function referTo(
  { projects }: QueryContext,
  caller: ApiCaller,
  request: { eventId: string; projectId: string | undefined },
): Promise<EventReference> {
  const projectId = await resolveProjectId(projects, caller, request.projectId)
  return { organizationId: caller.organizationId, projectId, eventId: readEventId(request.eventId) ?? '' }
}

/**
 * Reads an event with all related data.
 * @throws ServiceError `not-found` if the organization, or the named project, has no such event.
 */
export async function readEventDetail(context: QueryContext, input: EventInput): Promise<EventDetail> {
  const { params, query, caller } = input
  return describeEvent(
    context,
    await referTo(context, caller, { eventId: params.event_id, projectId: query.project_id }),
  )
}

/**
 * Like `readEventDetail`.
 * @param atMs When it happened, if known.
 */
export async function describeEvent(
  context: QueryContext,
  reference: EventReference,
  atMs?: number,
): Promise<EventDetail> {
  const { organizationId } = reference
  const stored = await findEvent(context.store, reference, atMs)
  if (stored === undefined) throw new ServiceError('not-found', { detail: 'No such event' })
  const { title, culprit, receivedMs, grouping_version, grouping_components, payload, ...row } = stored
  const [event] = await toErrorEvents(context, organizationId, [row])
  if (event === undefined) throw new Error('an event is missing from the response')
  return {
    ...event,
    title,
    culprit,
    received_at: new Date(receivedMs).toISOString(),
    grouping: describeGrouping({ grouping_version, grouping_components }),
    event: parseJsonObject(payload) ?? {},
    ...(await readSurroundings(context, organizationId, row)),
  }
}

/** The components are stored with the rule that chose them; older rows may contain the components alone. */
function describeGrouping(stored: Pick<StoredDetails, 'grouping_version' | 'grouping_components'>) {
  const explanation = parseJsonObject(stored.grouping_components)
  const { by, components } = explanation ?? {}
  return {
    version: stored.grouping_version,
    by: typeof by === 'string' ? by : null,
    components: components ?? explanation ?? null,
  }
}

async function readSurroundings(context: QueryContext, organizationId: string, row: StoredError) {
  const reference = { organizationId, projectId: row.project_id, eventId: row.event_id }
  const moment = { eventId: row.event_id, timestampMs: row.timestampMs }
  const among = allOf(
    ofOrganization(organizationId),
    ofProject(row.project_id),
    whereEqual('fingerprint', row.fingerprint),
  )
  const [files, feedback, previous, next] = await Promise.all([
    listAttachments(context, organizationId, [reference]),
    readFeedbackOfEvent(context, reference),
    findAdjacent(context.store, { among, moment, direction: 'older' }),
    findAdjacent(context.store, { among, moment, direction: 'newer' }),
  ])
  const attachments = files.get(eventKey(reference)) ?? []
  return { attachments, feedback, previous_event_id: previous?.eventId ?? null, next_event_id: next?.eventId ?? null }
}

/**
 * A file attached to an event. The event itself may be missing: it may have been dropped.
 * @throws ServiceError `not-found` if there is no such file.
 */
export async function readEventAttachment(context: QueryContext, input: DownloadInput): Promise<FileContent> {
  const { params, query, caller } = input
  const reference = await referTo(context, caller, { eventId: params.event_id, projectId: query.project_id })
  return readAttachment(context, reference, readEventId(params.attachment_id) ?? '')
}
