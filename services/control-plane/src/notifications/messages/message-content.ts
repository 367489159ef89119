import type { NoticeKind } from '@signalbox/contracts'
import type { AlertFacts } from './notice-facts.js'

/**
 * The content of a message, before rendering for a kind of channel. Texts are exactly as telemetry sent them:
 * untrusted.
 */
export interface MessageContent {
  project: { id: string; name: string }
  /** Notices to list, most urgent first: a single one, or as many as a digest has room for. */
  items: readonly NoticeItem[]
  /** Number of notices by kind, including those not listed. */
  totals: Readonly<Record<NoticeKind, number>>
  /** URL of the project's issue page. */
  url: string
}

export type NoticeItem = IssueItem | AlertItem

interface ItemBase {
  title: string
  /** URL of the page that shows it. */
  url: string
  /** ISO 8601. */
  occurredAt: string
}

/** An issue event. Empty strings are unknown. */
export interface IssueItem extends ItemBase {
  kind: Exclude<NoticeKind, 'alert'>
  issueId: string
  shortId: string
  culprit: string
  level: string
  platform: string
  release: string
  environment: string
  /** ISO 8601. */
  firstSeenAt: string
  /** Counts so far; null if they could not be queried. */
  counts: { events: number; users: number } | null
  /** Possible cause: the newest deployment before it; null if there is none. */
  deployment: SuspectedDeployment | null
}

export interface SuspectedDeployment {
  id: string
  title: string
  service: string | null
  version: string | null
  /** ISO 8601. */
  occurredAt: string
}

/** An alert that opened or ended. */
export interface AlertItem extends ItemBase, Omit<AlertFacts, 'path'> {
  kind: 'alert'
}

/** Describes what happened to an item in a few words. */
export function describeEvent(item: NoticeItem): string {
  if (item.kind === 'alert') return item.state === 'resolved' ? 'Alert resolved' : `Alert (${item.severity})`
  return wordsOf[item.kind].happened
}

/** Number of notices that a message covers. */
export function countNotices({ totals }: MessageContent): number {
  return Object.values(totals).reduce((sum, count) => sum + count, 0)
}

/** Wording for each kind. */
const wordsOf: Readonly<Record<NoticeKind, { happened: string; one: string; many: string }>> = {
  alert: { happened: 'Alert', one: 'alert', many: 'alerts' },
  issue_regressed: { happened: 'Issue regressed', one: 'regressed issue', many: 'regressed issues' },
  issue_escalated: { happened: 'Issue escalated', one: 'escalated issue', many: 'escalated issues' },
  issue_created: { happened: 'New issue', one: 'new issue', many: 'new issues' },
}
/** Most urgent first. */
const byUrgency = ['alert', 'issue_regressed', 'issue_escalated', 'issue_created'] as const

/** `2 alerts, 1 issue that came back, 994 new issues in shop`. */
export function describeTotals({ totals, project }: MessageContent): string {
  const parts = byUrgency.flatMap((kind) =>
    totals[kind] === 0 ? [] : `${totals[kind]} ${wordsOf[kind][totals[kind] === 1 ? 'one' : 'many']}`,
  )
  return `${parts.join(', ')} in ${project.name}`
}

/** Summarizes a message in one line for lists and notifications. */
export function describeContent(content: MessageContent): string {
  const [item] = content.items
  if (item === undefined || countNotices(content) > 1) return describeTotals(content)
  return `${describeEvent(item)} in ${content.project.name}: ${item.title}`
}

/** Lists the known facts about an item for people, most important first. */
export function listFacts(item: NoticeItem): [name: string, value: string][] {
  if (item.kind === 'alert') return [['Measured', item.text]]
  const { culprit, level, release, environment, counts, deployment } = item
  const facts: [string, string][] = [
    ['Where', culprit],
    ['Level', level],
    ['Release', release],
    ['Environment', environment],
    ['So far', counts === null ? '' : describeCounts(counts)],
    ['Suspected deployment', deployment === null ? '' : describeDeployment(deployment)],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** `1 event, 3 users`; users only if known. */
export function describeCounts({ events, users }: { events: number; users: number }): string {
  const word = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
  return users === 0 ? word(events, 'event') : `${word(events, 'event')}, ${word(users, 'user')}`
}

/** Suffix after the title of an item in a digest: ` (2 events, 1 user)`; empty if there are no counts. */
export function countsAfter(item: NoticeItem): string {
  return item.kind === 'alert' || item.counts === null ? '' : ` (${describeCounts(item.counts)})`
}

function describeDeployment({ title, service, version, occurredAt }: SuspectedDeployment): string {
  const what = [service, version].filter((part) => part !== null && part !== '').join(' ')
  return `${what === '' ? title : `${what}: ${title}`} (${occurredAt})`
}
