import { createId } from '@signalbox/contracts'
import { wantsNotice, type NoticeOccasion } from '../channels/channel-filters.js'
import type { IssueEvent } from '../../issues/issue-events.js'
import type { NoticeRow } from '../store/notices.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { NotificationStores } from '../store/notification-stores.js'
import type { AlertFacts, IssueFacts } from '../messages/notice-facts.js'

type NoticeStores = Pick<NotificationStores, 'notices' | 'notificationChannels'>

/**
 * Queues a notice of an issue event for every channel of its project that wants it; the same event again queues nothing.
 * To be called in the transaction that records the event.
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

/** An alert began or ended. Times are Unix milliseconds. */
export interface AlertNotice extends AlertFacts {
  /** Of the alert, not of its rule: it is told of once in each state. */
  alertId: string
  /** Whose channels are told; null for none but those of `channelIds`. */
  projectId: string | null
  organizationId: string
  /** Told whatever else they want; null for the channels of the project that want alerts. */
  channelIds: readonly string[] | null
  /** What people call the rule. */
  title: string
  /** Empty when it is not of one environment. */
  environment: string
  occurredAt: number
  now: number
}

/**
 * Queues notices of an alert; the same alert in the same state again queues nothing. To be called in the transaction
 * that notes what became of it.
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

/** A channel of another organization, or one that is gone, is told nothing. */
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
  /** Whether the channels were chosen one by one: then what they want in general does not matter. */
  isNamed?: boolean
}

function queue({ notices }: NoticeStores, { notice, occasion, channels, isNamed = false }: Queued): void {
  for (const channel of channels) {
    const isTold = isNamed ? channel.is_active === 1 : wantsNotice(channel, occasion)
    if (isTold) notices.insert({ ...notice, id: createId(notice.created_at), channel_id: channel.id })
  }
}
