import { createId, limits, noticeKinds, type ChannelRequest } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { ProjectRow } from '../../projects/store/projects.js'
import type { NotificationStores } from '../store/notification-stores.js'
import type { ChannelRules } from '../kinds/channel-type.js'
import { channelTypes } from '../kinds/index.js'
import { checkSettings, pickSettings } from './channel-settings.js'
import { enforceCapacity } from '../../lists/enforce-capacity.js'

/** A new channel. */
export interface CreatedChannel {
  channel: NotificationChannelRow
  /** The secret generated for it, which is shown only once; undefined if none was generated. */
  madeSecret: string | undefined
}

/**
 * Creates a channel in a project.
 * @throws ServiceError `invalid-body` for settings that cannot work; `conflict` if the project has reached its limit.
 */
export function createChannel(
  store: Pick<NotificationStores, 'notificationChannels' | 'transact'>,
  wanted: { project: ProjectRow; request: ChannelRequest; rules: ChannelRules; now: number },
): CreatedChannel {
  const { project, request, rules, now } = wanted
  const given = pickSettings(request.kind, request)
  checkSettings(request.kind, given, rules)
  const secret = channelTypes[request.kind].createSecret?.()
  const made = secret !== undefined && given[secret.name] === undefined ? secret : undefined
  const settings = { ...given, ...(made && { [made.name]: made.value }) }
  const channel: NotificationChannelRow = {
    id: createId(now),
    organization_id: project.organization_id,
    project_id: project.id,
    kind: request.kind,
    name: request.name ?? channelTypes[request.kind].nameOf(settings).trim().slice(0, limits.text.nameLengthMax),
    settings: JSON.stringify(settings),
    events: JSON.stringify(request.events ?? noticeKinds),
    environments: JSON.stringify(request.environments ?? []),
    min_level: request.min_level ?? null,
    is_active: 1,
    created_at: now,
    last_success_at: null,
    fault: null,
    failures: 0,
    next_at: 0,
  }
  return store.transact(() => {
    enforceCapacity('channels', store.notificationChannels.list(project.id).length)
    store.notificationChannels.insert(channel)
    return { channel, madeSecret: made?.value }
  })
}
