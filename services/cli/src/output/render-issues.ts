import type { CountedIssueDetail, Issue, ListedIssue } from '@signalbox/contracts'
import { renderFields } from './render-fields.js'
import type { Column } from './render-table.js'
import { toDatedTime, type Screen } from './screen.js'
import { toLine, toText } from './terminal-text.js'

/** Columns of an issue table. */
export const issueColumns: readonly Column[] = [
  { heading: 'ISSUE' },
  { heading: 'STATE', isState: true },
  { heading: 'LEVEL', isState: true },
  { heading: 'EVENTS' },
  { heading: 'USERS' },
  { heading: 'LAST SEEN', isTime: true },
  { heading: 'TITLE', isFlexible: true },
]

/** An issue as a table row. */
export function toIssueRow(issue: ListedIssue): string[] {
  return [
    issue.short_id,
    stateOf(issue),
    issue.level,
    String(issue.events),
    String(issue.users),
    issue.last_seen_at ?? '-',
    issue.title,
  ]
}

/** The new states of issues, one per line. */
export function renderStates(issues: readonly Issue[]): string {
  return issues.map((issue) => `${toLine(issue.short_id)} is ${describeState(issue)}\n`).join('')
}

/** One issue in full. */
export function renderIssue(issue: CountedIssueDetail, screen: Screen): string {
  const fields: [name: string, value: string][] = [
    ['Issue', issue.short_id],
    ['Id', issue.id],
    ['State', describeState(issue)],
    ['Since', toDatedTime(issue.status_changed_at, screen)],
    ['Level', issue.level],
    ['Platform', issue.platform],
    ['Culprit', issue.culprit],
    ['First seen', toDatedTime(issue.first_seen_at, screen)],
    ['First release', issue.first_release],
    ['Last seen', toDatedTime(issue.last_seen_at ?? '', screen)],
    ['Events', String(issue.events)],
    ['of 24 hours', String(sumOf(issue.series_24h))],
    ['of 30 days', String(sumOf(issue.series_30d))],
    ['Users', String(issue.users)],
    ['Fingerprints', String(issue.fingerprints.length)],
  ]
  return `${toText(issue.title)}\n\n${renderFields(fields)}`
}

function stateOf({ status, reason }: Issue): string {
  return status === 'unresolved' ? reason : status
}

function describeState(issue: Issue): string {
  const owner = issue.assignee === null ? '' : `, assigned to ${toLine(issue.assignee.name)}`
  return `${issue.status} (${issue.reason}${describeReason(issue)})${owner}`
}

function describeReason({ resolved_release: release, archived_until: until, archived_events: events }: Issue): string {
  const detail = release ?? until ?? (events === null ? null : String(events))
  return detail === null ? '' : ` ${toLine(detail)}`
}

function sumOf(series: readonly number[]): number {
  return series.reduce((sum, events) => sum + events, 0)
}
