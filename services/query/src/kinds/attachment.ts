import { FileContent, ServiceError, limits, type EventAttachment } from '@signalbox/contracts'
import { allOf, whereEqual, type Filter } from '../filter.js'
import type { QueryContext } from '../query-context.js'
import { ofOrganization, ofProject } from '../telemetry-scope.js'

/** Names an event of an organization. */
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

/** The newest attachments of an event, ties by id; a file that was stored twice is listed once. */
export async function listAttachments(
  { store }: QueryContext,
  event: EventReference & { projectId: string },
): Promise<EventAttachment[]> {
  const filter = ofEvent(event)
  const rows = await store.read<Omit<EventAttachment, 'download_url'>>({
    name: 'eventAttachments',
    sql: `
      SELECT attachment_id AS id, name, content_type, attachment_type, size, sha256
      FROM attachments
      WHERE ${filter.sql}
      ORDER BY received_at DESC, attachment_id
      LIMIT 1 BY attachment_id
      LIMIT {attachmentsMax:UInt32}`,
    parameters: { ...filter.parameters, attachmentsMax: limits.query.eventAttachmentsMax },
  })
  const folder = `/api/v1/telemetry/query/events/${event.eventId}/attachments`
  const project = `?project_id=${encodeURIComponent(event.projectId)}`
  return rows.map((row) => ({ ...row, download_url: `${folder}/${row.id}/${project}` }))
}

/**
 * The file itself.
 * @throws ServiceError `not-found` when the event has no such attachment, or it is past its retention.
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
