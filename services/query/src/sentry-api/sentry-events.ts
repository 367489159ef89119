import {
  LinkedPage,
  limits,
  readEventId,
  ServiceError,
  parseJsonObject,
  type listSentryEvents,
  type readSentryEvent,
  type SentryEvent,
} from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { findEvent } from '../event/stored-event.js'
import { allOf } from '../selection/filter.js'
import { readEventPage } from '../issues/issue-events.js'
import type { StoredError } from '../kinds/error.js'
import { parseUser } from '../kinds/event-user.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, withinWindow } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { requireProject } from './find-named.js'

type ListInput = Pick<Parameters<RouteHandler<typeof listSentryEvents>>[0], 'caller' | 'params' | 'query'>
type ReadInput = Pick<Parameters<RouteHandler<typeof readSentryEvent>>[0], 'caller' | 'params'>

/**
 * A page of a project's errors, from all stored data.
 * @throws ServiceError `not-found`.
 */
export async function listEventsAsSentry(context: QueryContext, { caller, params, query }: ListInput) {
  const project = await requireProject(context, caller, params)
  const window = resolveTimeWindow({ since: '90d' }, context.clock())
  const { rows, nextCursor } = await readEventPage(context, {
    filter: allOf(ofOrganization(caller.organizationId), ofProject(project.id), withinWindow('timestamp', window)),
    limit: limits.page.sizeMax,
    cursor: query.cursor === '' ? undefined : query.cursor,
  })
  const events = rows.map(toSentryEvent)
  if (nextCursor === null) return new LinkedPage(events, undefined)
  const path = `/api/0/projects/${encodeURIComponent(params.organization)}/${encodeURIComponent(params.project)}/events/`
  return new LinkedPage(events, { path: `${path}?cursor=${nextCursor}`, cursor: nextCursor })
}

/**
 * An event as stored.
 * @throws ServiceError `not-found`.
 */
export async function readEventAsSentry(context: QueryContext, { caller, params }: ReadInput) {
  const project = await requireProject(context, caller, params)
  const { organizationId } = caller
  const eventId = readEventId(params.event_id) ?? ''
  const stored = await findEvent(context.store, { organizationId, projectId: project.id, eventId })
  if (stored === undefined) throw new ServiceError('not-found', { detail: 'No such event' })
  return { ...parseJsonObject(stored.payload), event_id: stored.event_id }
}

function toSentryEvent(row: StoredError): SentryEvent {
  const user = parseUser(row.user)
  return {
    eventID: row.event_id,
    dateCreated: new Date(row.timestampMs).toISOString(),
    title: titleOf(row),
    tags: Object.entries(row.tags).map(([key, value]) => ({ key, value })),
    user: user && {
      id: user.id ?? null,
      username: user.username ?? null,
      email: user.email ?? null,
      ip_address: user.ip_address ?? null,
    },
  }
}

function titleOf({ exception_type: type, exception_value: value, message }: StoredError): string {
  if (type === '') return value || message || '(no message)'
  return value === '' ? type : `${type}: ${value}`
}
