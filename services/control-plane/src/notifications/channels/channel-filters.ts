import { createValidator, noticeLevels, NotificationChannel, type NoticeKind } from '@signalbox/contracts'
import type { NotificationChannelRow } from '../store/notification-channels.js'

/** The properties of a notice that channel filters match; empty strings are unknown. */
export interface NoticeOccasion {
  kind: NoticeKind
  level: string
  environment: string
}

const validateEvents = createValidator(NotificationChannel.properties.events)
const validateEnvironments = createValidator(NotificationChannel.properties.environments)

/** Parses a channel's stored filters. */
export function readFilters(row: Pick<NotificationChannelRow, 'events' | 'environments'>) {
  const events = validateEvents(JSON.parse(row.events))
  const environments = validateEnvironments(JSON.parse(row.environments))
  if (!events.ok || !environments.ok) throw new Error('the filters of a notification channel cannot be read')
  return { events: events.value, environments: environments.value }
}

/** Unknown values pass: an extra notice is better than one that nobody receives. */
export function wantsNotice(channel: NotificationChannelRow, { kind, level, environment }: NoticeOccasion): boolean {
  if (channel.is_active === 0) return false
  const { events, environments } = readFilters(channel)
  if (!events.includes(kind)) return false
  if (environments.length > 0 && environment !== '' && !environments.includes(environment)) return false
  const rank = rankOf(level)
  return channel.min_level === null || rank < 0 || rank >= rankOf(channel.min_level)
}

function rankOf(level: string): number {
  return noticeLevels.findIndex((known) => known === level)
}
