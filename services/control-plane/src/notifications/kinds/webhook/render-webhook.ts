import { toTimestamp } from '@signalbox/contracts'
import { countNotices, type AlertItem, type IssueItem, type NoticeItem } from '../../messages/message-content.js'
import { isTest, type OutgoingMessage } from '../../messages/outgoing-message.js'

/** The body posted to webhooks. A message with a single notice names its kind; any other is a digest. */
export interface WebhookMessage {
  type: NoticeItem['kind'] | 'digest' | 'test'
  /** Time of sending, ISO 8601. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

/** @param now Unix milliseconds. */
export function renderWebhook(content: OutgoingMessage['content'], now: number): WebhookMessage {
  const timestamp = toTimestamp(now)
  const { project } = content
  if (isTest(content)) return { type: 'test', timestamp, data: { project, text: content.text } }
  const { items, totals, url } = content
  const [item] = items
  if (countNotices(content) === 1 && item !== undefined) {
    return { type: item.kind, timestamp, data: { project, ...toData(item) } }
  }
  return { type: 'digest', timestamp, data: { project, url, totals, notices: items.map(toNotice) } }
}

function toNotice(item: NoticeItem) {
  return { kind: item.kind, ...toData(item) }
}

function toData(item: NoticeItem): Readonly<Record<string, unknown>> {
  return item.kind === 'alert' ? { alert: toAlert(item) } : { issue: toIssue(item) }
}

function toAlert({ title, state, severity, text, url, occurredAt }: AlertItem) {
  return { title, state, severity, text, url, occurred_at: occurredAt }
}

function toIssue({ counts, deployment, ...issue }: IssueItem) {
  return {
    id: issue.issueId,
    short_id: issue.shortId,
    title: issue.title,
    culprit: issue.culprit,
    level: issue.level,
    platform: issue.platform,
    release: issue.release,
    environment: issue.environment,
    first_seen_at: issue.firstSeenAt,
    occurred_at: issue.occurredAt,
    url: issue.url,
    counts,
    suspected_deployment: deployment && {
      id: deployment.id,
      title: deployment.title,
      service: deployment.service,
      version: deployment.version,
      occurred_at: deployment.occurredAt,
    },
  }
}
