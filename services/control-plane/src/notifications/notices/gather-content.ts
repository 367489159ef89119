import { limits, type NoticeKind, queryIssueCounts, toTimestamp } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import { toIssue } from '../../issues/issue-shape.js'
import type { NoticeRow } from '../store/notices.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import type { NotificationStores } from '../store/notification-stores.js'
import type { IssueItem, MessageContent, NoticeItem } from '../messages/message-content.js'
import { readAlertFacts, readIssueFacts } from '../messages/notice-facts.js'
import { suspectDeployment } from './suspect-deployment.js'

/** Data sources for message content. */
export interface ContentSources {
  store: NotificationStores
  /** Queries the telemetry store for event counts; without it, messages have no counts. */
  queryTelemetry?: QueryTelemetry
  publicUrl: string
}

type Counts = ReadonlyMap<string, { events: number; users: number }>

/**
 * Gathers the content of a message. A digest lists alerts and regressions before new issues, and of those the ones with
 * the most events. Counts that are not available in time are left out: notices do not wait for them.
 */
export async function gatherContent(
  sources: ContentSources,
  { channel, messageId }: { channel: NotificationChannelRow; messageId: string },
): Promise<MessageContent> {
  const { store, publicUrl } = sources
  const project = store.projects.findById(channel.organization_id, channel.project_id)
  const notices = store.notices.listOf(messageId, limits.notification.digestReadMax)
  const counts = await countInTime(sources, channel.organization_id, notices)
  const items = choose(notices, counts).map((notice) => toItem(sources, { channel, notice, counts }))
  return {
    project: { id: channel.project_id, name: project?.name ?? '' },
    items,
    totals: sumUp(store.notices.countByKind(messageId)),
    url: `${publicUrl}/issues?project_id=${channel.project_id}`,
  }
}

function sumUp(counted: readonly { kind: NoticeKind; count: number }[]): Record<NoticeKind, number> {
  const totals = { issue_created: 0, issue_regressed: 0, issue_escalated: 0, alert: 0 }
  for (const { kind, count } of counted) totals[kind] = count
  return totals
}

function choose(notices: readonly NoticeRow[], counts: Counts): NoticeRow[] {
  const eventsOf = ({ issue_id }: NoticeRow) => counts.get(issue_id ?? '')?.events ?? 0
  const fresh = notices.filter(({ kind }) => kind === 'issue_created')
  const urgent = notices.filter(({ kind }) => kind !== 'issue_created')
  const { digestUrgentMax, digestListedMax } = limits.notification
  const largest = [...fresh].sort((one, other) => eventsOf(other) - eventsOf(one))
  return [...urgent.slice(0, digestUrgentMax), ...largest.slice(0, digestListedMax)]
}

/** @returns what is known when the time is up. */
async function countInTime({ queryTelemetry }: ContentSources, organizationId: string, notices: readonly NoticeRow[]) {
  const counts = new Map<string, { events: number; users: number }>()
  if (queryTelemetry === undefined) return counts
  const ids = [...new Set(notices.flatMap(({ issue_id }) => issue_id ?? []))]
  let isLate = false
  const count = async () => {
    const { countedAtOnceMax } = limits.issue
    for (let start = 0; start < ids.length && !isLate; start += countedAtOnceMax) {
      const query = { issue_id: ids.slice(start, start + countedAtOnceMax), intervals: 1 }
      const { issues } = await queryTelemetry(organizationId, queryIssueCounts, query)
      for (const { issue_id, events, users } of issues) counts.set(issue_id, { events, users })
    }
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limits.notification.countsTimeoutMs)
  })
  // The store may be down: the message matters more than its counts.
  await Promise.race([count().catch(() => undefined), late])
  clearTimeout(timer)
  isLate = true
  return new Map(counts)
}

interface CountedNotice {
  channel: NotificationChannelRow
  notice: NoticeRow
  counts: Counts
}

function toItem(sources: ContentSources, { channel, notice, counts }: CountedNotice): NoticeItem {
  const { store, publicUrl } = sources
  const occurredAt = toTimestamp(notice.occurred_at)
  const base = { title: notice.title, occurredAt }
  const issueId = notice.issue_id
  const issue = issueId === null ? undefined : store.issues.find(channel.organization_id, issueId)
  if (notice.kind === 'alert' || issue === undefined) {
    const { path, ...facts } = readAlertFacts(notice.facts)
    return { ...base, kind: 'alert', ...facts, url: `${publicUrl}${path}` }
  }
  const { release, environment } = readIssueFacts(notice.facts)
  const { short_id: shortId, culprit, level, platform, first_seen_at: firstSeenAt } = toIssue(store, issue)
  const before = notice.kind === 'issue_created' ? issue.first_seen_at : notice.occurred_at
  const item: IssueItem = {
    ...base,
    kind: notice.kind,
    issueId: issue.id,
    shortId,
    culprit,
    level,
    platform,
    release,
    environment,
    firstSeenAt,
    counts: toCounts(counts.get(issueId ?? '')),
    deployment: suspectDeployment(store, { issue, environment, before }),
    url: `${publicUrl}/issues/${issue.id}`,
  }
  return item
}

/** The event that created an issue may not be queryable yet; no number is better than zero. */
function toCounts(counts: { events: number; users: number } | undefined) {
  return counts === undefined || counts.events === 0 ? null : counts
}
