import { dayMs, type IssueActivityDetails } from '@signalbox/contracts'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueRow } from '../store/issues.js'
import type { IssueMove } from '../issue-states.js'
import {
  countBeforeArchive,
  countLately,
  escalationEventsMin,
  isEscalation,
  type ArchivedHistory,
} from './escalation.js'
import { countSince, readBusiestHours, readRecent } from './read-counts.js'

/** An archive that has ended according to the data at the time of the check. */
export interface EndedArchive {
  issue: IssueRow
  move: Extract<IssueMove, { kind: 'escalate' | 'end-archive' }>
  details: IssueActivityDetails
}

/** Maximum range of a query, in days. */
const countedDaysMax = 399

/** Finds issues that are archived until they escalate and have done so. @param page Issues of any organizations. */
export async function findEscalated(
  queryTelemetry: QueryTelemetry,
  page: readonly IssueRow[],
  now: number,
): Promise<EndedArchive[]> {
  const ended: EndedArchive[] = []
  for (const issues of byOrganization(page)) ended.push(...(await findEscalatedOf(queryTelemetry, issues, now)))
  return ended
}

async function findEscalatedOf(
  queryTelemetry: QueryTelemetry,
  issues: readonly IssueRow[],
  now: number,
): Promise<EndedArchive[]> {
  const organizationId = issues[0]?.organization_id ?? ''
  const recent = await readRecent(queryTelemetry, { organizationId, issueIds: issues.map(({ id }) => id), now })
  const lively = issues.flatMap((issue) => {
    const series = recent.get(issue.id)
    const times = { archivedAt: issue.status_changed_at, firstSeenAt: issue.first_seen_at, now }
    const history: ArchivedHistory | undefined = series && { ...times, recent: series }
    return history && countLately(history) > escalationEventsMin ? [{ issue, history }] : []
  })
  if (lively.length === 0) return []
  const issueIds = lively.map(({ issue }) => issue.id)
  const busiest = await readBusiestHours(queryTelemetry, { organizationId, issueIds, now })
  return lively.flatMap(({ issue, history }) => {
    const events = countLately(history)
    const usual = Math.max(busiest.get(issue.id) ?? 0, countBeforeArchive(history))
    if (!isEscalation(events, usual)) return []
    return [{ issue, move: { kind: 'escalate' }, details: { reason: 'escalating', events, usual_events: usual } }]
  })
}

/** Finds issues that are archived for a number of events and have had them. */
export async function findUsedUp(
  queryTelemetry: QueryTelemetry,
  page: readonly IssueRow[],
  now: number,
): Promise<EndedArchive[]> {
  const ended: EndedArchive[] = []
  for (const issue of page) {
    const startMs = Math.max(issue.status_changed_at, now - countedDaysMax * dayMs)
    if (startMs >= now) continue
    const { organization_id: organizationId, id: issueId } = issue
    const events = await countSince(queryTelemetry, { organizationId, issueId, startMs, now })
    if (events < (issue.archived_events ?? 0)) continue
    ended.push({ issue, move: { kind: 'end-archive' }, details: { reason: 'events', events } })
  }
  return ended
}

function byOrganization(page: readonly IssueRow[]): Iterable<readonly IssueRow[]> {
  const groups = new Map<string, IssueRow[]>()
  for (const issue of page) {
    const group = groups.get(issue.organization_id) ?? []
    groups.set(issue.organization_id, [...group, issue])
  }
  return groups.values()
}
