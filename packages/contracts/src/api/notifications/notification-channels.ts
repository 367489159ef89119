import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneByTag, OneOf, Timestamp } from '../../schema.js'
import { pageFields, pageParameters } from '../http/parameters.js'
import { ProjectParameters } from '../projects/project-settings.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { changedSettings, channelKinds, channelVariants, shownSettings } from './channel-kinds.js'

/** What notices report. */
export const noticeKinds = ['issue_created', 'issue_regressed', 'issue_escalated', 'alert'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Event levels, least severe first. */
export const noticeLevels = ['debug', 'info', 'warning', 'error', 'fatal'] as const
export type NoticeLevel = (typeof noticeLevels)[number]

/** Delivery state of a notice. */
export const noticeStates = ['waiting', 'sending', 'sent', 'dead'] as const
export type NoticeState = (typeof noticeStates)[number]

const { notification } = limits
const Name = NameText('Display name; defaults to the kind and destination')
const Events = Type.Array(OneOf(noticeKinds), {
  minItems: 1,
  maxItems: noticeKinds.length,
  uniqueItems: true,
  description: 'Event types that notify this channel; all if omitted',
})
const Environments = Type.Array(Type.String({ minLength: 1, maxLength: limits.event.environmentLengthMax }), {
  maxItems: notification.environmentsMax,
  uniqueItems: true,
  description: 'Only events in these environments; all if empty or omitted',
})
const MinLevel = NullableOf(OneOf(noticeLevels, { description: 'Only issues of at least this level; null for all' }))

/** The notice filters of every channel. */
const commonRequest = {
  name: Type.Optional(Name),
  events: Type.Optional(Events),
  environments: Type.Optional(Environments),
  min_level: Type.Optional(MinLevel),
}

/** A channel as requested. */
export const ChannelRequest = OneByTag('kind', Object.values(channelVariants(commonRequest)))
export type ChannelRequest = Static<typeof ChannelRequest>

/** The fields of a channel that can be changed. */
export const ChannelChange = Closed({
  ...commonRequest,
  is_active: Type.Optional(Type.Boolean()),
  ...changedSettings,
})
export type ChannelChange = Static<typeof ChannelChange>

/** A channel that a project's notices are sent to. Of secrets, at most the last characters are shown. */
export const NotificationChannel = Closed({
  id: Type.String(),
  project_id: Type.String(),
  kind: OneOf(channelKinds),
  name: Type.String(),
  ...shownSettings,
  events: Type.Array(OneOf(noticeKinds)),
  environments: Type.Array(Type.String(), { description: 'Only events of these types; all if empty' }),
  min_level: NullableOf(OneOf(noticeLevels)),
  is_active: Type.Boolean({ description: 'Nothing is queued for or sent to an inactive channel' }),
  created_at: Timestamp,
  last_success_at: NullableOf({ ...Timestamp, description: 'Time of the last delivery; null before the first' }),
  fault: NullableOf(Type.String({ description: 'What is currently wrong with the channel; null if nothing' })),
})
export type NotificationChannel = Static<typeof NotificationChannel>

/** One notice of a channel, and its delivery state. */
export const Notice = Closed({
  id: Type.String(),
  kind: OneOf(noticeKinds),
  issue_id: NullableOf(Type.String({ description: 'Null for alerts' })),
  title: Type.String({ description: 'Title of the issue or alert' }),
  state: OneOf(noticeStates, {
    description:
      '`waiting` for the first attempt or a retry; `sending`; `sent`; `dead`: given up after a day, or because ' +
      'the receiver rejects it permanently',
  }),
  message_id: NullableOf(
    Type.String({ description: 'Message that carries it, alone or in a digest; null until there is one' }),
  ),
  is_digest: Type.Boolean({ description: 'Whether the message carries other notifications too' }),
  attempts: Type.Integer({ description: 'Number of delivery attempts' }),
  occurred_at: { ...Timestamp, description: 'Time of the event' },
  last_attempt_at: NullableOf(Timestamp),
  sent_at: NullableOf(Timestamp),
  fault: NullableOf(Type.String({ description: 'Error of the last attempt; null if there was none' })),
  possible_duplicate: Type.Boolean({
    description: 'Whether it was sent again although an earlier attempt that got no response may have been delivered',
  }),
})
export type Notice = Static<typeof Notice>

const common = { tag: 'Notifications', rateLimit: 'query', params: ProjectParameters } as const
const path = '/api/v1/telemetry/projects/{project_id}/notification-channels/'
const one = {
  ...common,
  path: `${path}{channel_id}/`,
  params: Closed({ ...ProjectParameters.properties, channel_id: Type.String({ format: 'uuid' }) }),
} as const

export const listNotificationChannels = defineRoute({
  ...common,
  id: 'listNotificationChannels',
  method: 'get',
  path,
  scope: 'projects:read',
  summary: 'Notification channels of a project, oldest first',
  status: 200,
  response: Closed({ channels: Type.Array(NotificationChannel) }),
})

export const createNotificationChannel = defineRoute({
  ...common,
  id: 'createNotificationChannel',
  method: 'post',
  path,
  scope: 'projects:write',
  summary: 'Create a notification channel for a project',
  description:
    'A generated webhook secret is shown only in this response. Returns 400 for addresses that are not ' +
    `public, unless the operator allows them, and 409 if the project has ${limits.capacity.channels.max} ` +
    'channels.',
  body: ChannelRequest,
  conflict: 'The project has reached its limit of channels',
  status: 201,
  response: NotificationChannel,
})

export const readNotificationChannel = defineRoute({
  ...one,
  id: 'readNotificationChannel',
  method: 'get',
  scope: 'projects:read',
  summary: 'Get a channel and its health',
  status: 200,
  response: NotificationChannel,
})

export const changeNotificationChannel = defineRoute({
  ...one,
  id: 'changeNotificationChannel',
  method: 'patch',
  scope: 'projects:write',
  summary: 'Update a channel; omitted fields keep their values',
  description: 'The kind cannot be changed. Pending messages are retried immediately.',
  body: ChannelChange,
  status: 200,
  response: NotificationChannel,
})

export const deleteNotificationChannel = defineRoute({
  ...one,
  id: 'deleteNotificationChannel',
  method: 'delete',
  scope: 'projects:write',
  summary: 'Delete a channel and its pending messages',
  status: 200,
  response: NotificationChannel,
})

export const testNotificationChannel = defineRoute({
  ...one,
  id: 'testNotificationChannel',
  method: 'post',
  path: `${path}{channel_id}/test/`,
  scope: 'projects:write',
  summary: 'Send a test message to a channel',
  status: 200,
  response: Closed({
    delivered: Type.Boolean(),
    detail: Type.String({ description: 'Response of the receiver, or the error' }),
    duration_ms: Type.Integer({ description: 'Duration in milliseconds' }),
  }),
})

export const listNotices = defineRoute({
  ...one,
  id: 'listNotices',
  method: 'get',
  path: `${path}{channel_id}/notices/`,
  scope: 'projects:read',
  summary: "A channel's notifications, newest first",
  description: `Notifications are kept for ${notification.retentionDays} days.`,
  query: Closed({
    state: Type.Optional(OneOf(noticeStates, { description: noticeStates.join(', ') })),
    ...pageParameters,
  }),
  status: 200,
  response: Closed({ notices: Type.Array(Notice), ...pageFields }),
})
