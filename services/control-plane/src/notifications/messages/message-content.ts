import type { NoticeKind } from '@signalbox/contracts'
import type { AlertFacts } from './notice-facts.js'

/** What a message says, before it takes the shape of a kind of channel. Texts are as telemetry sent them: untrusted. */
export interface MessageContent {
  project: { id: string; name: string }
  /** What it names, the most urgent first; one alone, or what a digest has room for. */
  items: readonly NoticeItem[]
  /** How many notices it tells of, by kind; those without a name as well. */
  totals: Readonly<Record<NoticeKind, number>>
  /** Page with the issues of the project. */
  url: string
}

export type NoticeItem = IssueItem | AlertItem

interface ItemBase {
  title: string
  /** Page that shows it. */
  url: string
  /** ISO 8601. */
  occurredAt: string
}

/** An issue event. Empty texts are unknown. */
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
  /** So far; null when they could not be asked for. */
  counts: { events: number; users: number } | null
  /** What may have brought it about: the newest deployment before; null when there is none. */
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

/** An alert that began or ended. */
export interface AlertItem extends ItemBase, Omit<AlertFacts, 'path'> {
  kind: 'alert'
}

/** What happened to an item, in a few words. */
export function describeEvent(item: NoticeItem): string {
  if (item.kind === 'alert') return item.state === 'resolved' ? 'Alert resolved' : `Alert (${item.severity})`
  return wordsOf[item.kind].happened
}

/** How many notices a message tells of. */
export function countNotices({ totals }: MessageContent): number {
  return Object.values(totals).reduce((sum, count) => sum + count, 0)
}

/** How people read of each kind. */
const wordsOf: Readonly<Record<NoticeKind, { happened: string; one: string; many: string }>> = {
  alert: { happened: 'Alert', one: 'alert', many: 'alerts' },
  issue_regressed: { happened: 'Issue regressed', one: 'regressed issue', many: 'regressed issues' },
  issue_escalated: { happened: 'Issue escalated', one: 'escalated issue', many: 'escalated issues' },
  issue_created: { happened: 'New issue', one: 'new issue', many: 'new issues' },
}
/** The most urgent first. */
const byUrgency = ['alert', 'issue_regressed', 'issue_escalated', 'issue_created'] as const

/** `2 alerts, 1 issue that came back, 994 new issues in shop`. */
export function describeTotals({ totals, project }: MessageContent): string {
  const parts = byUrgency.flatMap((kind) =>
    totals[kind] === 0 ? [] : `${totals[kind]} ${wordsOf[kind][totals[kind] === 1 ? 'one' : 'many']}`,
  )
  return `${parts.join(', ')} in ${project.name}`
}

/** One line for lists and notifications. */
export function describeContent(content: MessageContent): string {
  const [item] = content.items
  if (item === undefined || countNotices(content) > 1) return describeTotals(content)
  return `${describeEvent(item)} in ${content.project.name}: ${item.title}`
}

/** What is known of an item, for people, in the order of its worth. */
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

/** `1 event, 3 users`; users only when they are known. */
export function describeCounts({ events, users }: { events: number; users: number }): string {
  const word = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
  return users === 0 ? word(events, 'event') : `${word(events, 'event')}, ${word(users, 'user')}`
}

/** What follows the title of an item in a digest: ` (2 events, 1 user)`; empty where nothing was counted. */
export function countsAfter(item: NoticeItem): string {
  return item.kind === 'alert' || item.counts === null ? '' : ` (${describeCounts(item.counts)})`
}

function describeDeployment({ title, service, version, occurredAt }: SuspectedDeployment): string {
  const what = [service, version].filter((part) => part !== null && part !== '').join(' ')
  return `${what === '' ? title : `${what}: ${title}`} (${occurredAt})`
}
