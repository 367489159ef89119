import { createId } from '@signalbox/contracts'
import { wantsNotice, type NoticeOccasion } from '../channels/channel-filters.js'
import type { IssueEvent } from '../../issues/issue-events.js'
import type { NoticeRow } from '../store/notices.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { NotificationStores } from '../store/notification-stores.js'
import type { AlertFacts, IssueFacts } from '../messages/notice-facts.js'

type NoticeStores = Pick<NotificationStores, 'notices' | 'notificationChannels'>

/**
 * Queues a notice of an issue event for every matching channel of its project; no-op for an event that was queued
 * before. Call it in the transaction that records the event.
 */
export function queueIssueNotices(store: NoticeStores, event: IssueEvent): void {
  const { kind, issue, occurredAt, now } = event
  const facts: IssueFacts = {
    release: event.release ?? issue.first_release,
    environment: event.environment ?? issue.first_environment,
  }
  const notice = {
    kind,
    key: kind === 'issue_created' ? issue.id : `${issue.id}:${occurredAt}`,
    issue_id: issue.id,
    title: issue.title,
    facts: JSON.stringify(facts),
    occurred_at: occurredAt,
    created_at: now,
  }
  const occasion = { kind, level: issue.level, environment: facts.environment }
  queue(store, { notice, occasion, channels: store.notificationChannels.list(issue.project_id) })
}

/** An alert that opened or ended. Times are Unix milliseconds. */
export interface AlertNotice extends AlertFacts {
  /** Id of the alert, not of its rule: each alert is reported once per state. */
  alertId: string
  /** Project whose channels are notified; null for none but those in `channelIds`. */
  projectId: string | null
  organizationId: string
  /** Channels to notify regardless of their filters; null for the project's channels that want alerts. */
  channelIds: readonly string[] | null
  /** Name of the rule. */
  title: string
  /** Empty if it is not limited to one environment. */
  environment: string
  occurredAt: number
  now: number
}

/**
 * Queues notices of an alert; no-op for an alert that was queued before in the same state. Call it in the transaction
 * that records the change.
 */
export function queueAlertNotices(store: NoticeStores, alert: AlertNotice): void {
  const { state, severity, text, path, environment } = alert
  const facts: AlertFacts = { state, severity, text, path }
  const notice = {
    kind: 'alert' as const,
    key: `${alert.alertId}:${state}`,
    issue_id: null,
    title: alert.title,
    facts: JSON.stringify(facts),
    occurred_at: alert.occurredAt,
    created_at: alert.now,
  }
  const occasion = { kind: 'alert' as const, level: '', environment }
  queue(store, { notice, occasion, channels: channelsOf(store, alert), isNamed: alert.channelIds !== null })
}

/** Channels that were deleted or belong to another organization are skipped. */
function channelsOf({ notificationChannels }: NoticeStores, alert: AlertNotice): NotificationChannelRow[] {
  const { channelIds, projectId, organizationId } = alert
  if (channelIds === null) return projectId === null ? [] : notificationChannels.list(projectId)
  return channelIds.flatMap((id) => {
    const channel = notificationChannels.read(id)
    return channel?.organization_id === organizationId ? [channel] : []
  })
}

interface Queued {
  notice: Omit<NoticeRow, 'id' | 'channel_id' | 'message_id'>
  occasion: NoticeOccasion
  channels: readonly NotificationChannelRow[]
  /** True if the channels were named explicitly: then their filters do not apply. */
  isNamed?: boolean
}

function queue({ notices }: NoticeStores, { notice, occasion, channels, isNamed = false }: Queued): void {
  for (const channel of channels) {
    const isNotified = isNamed ? channel.is_active === 1 : wantsNotice(channel, occasion)
    if (isNotified) notices.insert({ ...notice, id: createId(notice.created_at), channel_id: channel.id })
  }
}
