import { ServiceError } from '@signalbox/contracts'
import { requireProject } from '../../projects/find-project.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { NotificationStores } from '../store/notification-stores.js'

/**
 * @param path Path parameters: the project by id or DSN number, the channel by id, case-insensitive.
 * @throws ServiceError `not-found`.
 */
export function requireChannel(
  { projects, notificationChannels }: Pick<NotificationStores, 'projects' | 'notificationChannels'>,
  organizationId: string,
  path: { project_id: string; channel_id: string },
): NotificationChannelRow {
  const project = requireProject(projects, organizationId, path.project_id)
  const channel = notificationChannels.find(project.id, path.channel_id.toLowerCase())
  if (channel === undefined) throw new ServiceError('not-found', { detail: 'No such notification channel' })
  return channel
}
