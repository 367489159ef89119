import { randomBytes } from 'node:crypto'
import {
  createId,
  limits,
  noticeKinds,
  ServiceError,
  type ChannelKind,
  type ChannelRequest,
} from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { ProjectRow } from '../../projects/store/projects.js'
import type { NotificationStores } from '../store/notification-stores.js'
import { settingNames, type ChannelSettings } from './channel-settings.js'
import { checkSettings, type ChannelRules } from './check-settings.js'

/** A channel that was made. */
export interface CreatedChannel {
  channel: NotificationChannelRow
  /** A secret that was made for it, which nobody is shown again; undefined when none was. */
  madeSecret: string | undefined
}

/**
 * Makes a channel of a project.
 * @throws ServiceError `invalid-body` for what cannot work, `conflict` when the project has as many as it may.
 */
export function createChannel(
  store: Pick<NotificationStores, 'notificationChannels' | 'transact'>,
  wanted: { project: ProjectRow; request: ChannelRequest; rules: ChannelRules; now: number },
): CreatedChannel {
  const { project, request, rules, now } = wanted
  const given = pickSettings(request.kind, request)
  checkSettings(request.kind, given, rules)
  const madeSecret = request.kind === 'webhook' && given['secret'] === undefined ? createWebhookSecret() : undefined
  const settings = { ...given, ...(madeSecret !== undefined && { secret: madeSecret }) }
  const channel: NotificationChannelRow = {
    id: createId(now),
    organization_id: project.organization_id,
    project_id: project.id,
    kind: request.kind,
    name: request.name ?? nameOf(request.kind, settings),
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
    refuseTooMany(store, project.id)
    store.notificationChannels.insert(channel)
    return { channel, madeSecret }
  })
}

/** The settings of a kind that a request names; all are texts. */
export function pickSettings(kind: ChannelKind, request: object): ChannelSettings {
  const names: readonly string[] = settingNames[kind]
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
      names.includes(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** As Standard Webhooks writes keys. */
function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function nameOf(kind: ChannelKind, { channel, url, to }: ChannelSettings): string {
  const names = {
    slack: channel === undefined ? 'Slack' : `Slack ${channel}`,
    webhook: `Webhook ${url === undefined ? '' : new URL(url).host}`,
    email: `E-mail to ${to ?? ''}`,
  }
  return names[kind].trim().slice(0, limits.text.nameLengthMax)
}

function refuseTooMany({ notificationChannels }: Pick<NotificationStores, 'notificationChannels'>, projectId: string) {
  const { channelsMax } = limits.notification
  if (notificationChannels.list(projectId).length < channelsMax) return
  throw new ServiceError('conflict', { detail: `The project has ${channelsMax} channels, which is the most` })
}
