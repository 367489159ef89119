import { FileContent, ServiceError, limits, type EventAttachment } from '@signalbox/contracts'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject } from '../selection/telemetry-scope.js'
import { eventKey, ofEvents, type EventName } from './named-events.js'

/** Identifies an event of an organization. */
export interface EventReference {
  organizationId: string
  /** Undefined: of any project. */
  projectId: string | undefined
  /** 32 lower-case hex digits. */
  eventId: string
}

function ofEvent({ organizationId, projectId, eventId }: EventReference): Filter {
  return allOf(ofOrganization(organizationId), ofProject(projectId), whereEqual('event_id', eventId))
}

type FileRow = Omit<EventAttachment, 'download_url'> & { projectId: string; eventId: string }

/**
 * The newest attachments of several events, ties by id; a file that was stored twice is listed once.
 * @returns Attachments by `eventKey`; events without files are missing.
 */
export async function listAttachments(
  { store }: QueryContext,
  organizationId: string,
  events: readonly EventName[],
): Promise<ReadonlyMap<string, EventAttachment[]>> {
  const files = new Map<string, EventAttachment[]>()
  if (events.length === 0) return files
  const filter = ofEvents(organizationId, events)
  const rows = await store.read<FileRow>({
    name: 'eventAttachments',
    sql: `
      SELECT project_id AS projectId, event_id AS eventId, id, name, content_type, attachment_type, size, sha256
      FROM (
        SELECT project_id, event_id, attachment_id AS id, name, content_type, attachment_type, size, sha256, received_at
        FROM attachments
        WHERE ${filter.sql}
        ORDER BY received_at DESC, id
        LIMIT 1 BY project_id, event_id, id
      )
      ORDER BY received_at DESC, id
      LIMIT {attachmentsMax:UInt32} BY project_id, event_id`,
    parameters: { ...filter.parameters, attachmentsMax: limits.query.eventAttachmentsMax },
  })
  for (const { projectId, eventId, ...file } of rows) {
    const key = eventKey({ projectId, eventId })
    const folder = `/api/v1/telemetry/query/events/${eventId}/attachments`
    const download_url = `${folder}/${file.id}/?project_id=${encodeURIComponent(projectId)}`
    files.set(key, [...(files.get(key) ?? []), { ...file, download_url }])
  }
  return files
}

/**
 * Reads the file itself.
 * @throws ServiceError `not-found` if the event has no such attachment, or it is past its retention.
 */
export async function readAttachment(
  { store }: QueryContext,
  event: EventReference,
  attachmentId: string,
): Promise<FileContent> {
  const filter = allOf(ofEvent(event), whereEqual('attachment_id', attachmentId))
  const [file] = await store.read<{ name: string; contentType: string; content: string }>({
    name: 'attachmentContent',
    sql: `
      SELECT name, content_type AS contentType, content
      FROM attachments
      WHERE ${filter.sql}
      ORDER BY received_at DESC
      LIMIT 1`,
    parameters: filter.parameters,
  })
  if (file === undefined) throw new ServiceError('not-found', { detail: 'No such attachment' })
  const { name, contentType, content } = file
  return new FileContent({ name, contentType, bytes: Buffer.from(content, 'base64') })
}
