import {
  dayMs,
  limits,
  listIssueEvents,
  readEvent,
  type EventDetail,
  type listSuspectCommits as route,
  type Static,
} from '@signalbox/contracts'
import { toCommit, type TouchingCommit } from '../../deployments/change-shape.js'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import type { IssueRow } from '../store/issues.js'
import type { IssueStores } from '../store/issue-stores.js'
import { rankCommits } from './rank-commits.js'
import { readSuspectFrames } from './read-frames.js'

/** Number of commits considered: the newest. */
const commitsMax = 1_000

/** @throws ServiceError `unavailable` if telemetry cannot be queried. */
export async function listSuspectCommits(
  { store, queryTelemetry }: { store: IssueStores; queryTelemetry: QueryTelemetry },
  issue: IssueRow,
): Promise<Static<typeof route.response>> {
  const { organization_id: organizationId } = issue
  const { events } = await queryTelemetry(organizationId, listIssueEvents, { limit: 1 }, { issue_id: issue.id })
  const [newest] = events
  if (newest === undefined) return { event_id: null, suspects: [] }
  const { event_id } = newest
  const event = await queryTelemetry(organizationId, readEvent, { project_id: issue.project_id }, { event_id })
  const commits = chooseCommits(listCommits(store, organizationId, event), event.release)
  const ranked = rankCommits(commits, readSuspectFrames(event.event), event.release)
  return { event_id, suspects: ranked.slice(0, limits.issue.suspectsMax) }
}

/** Restricted to the repositories of the event's project, if these are known. */
function listCommits(store: IssueStores, organizationId: string, event: EventDetail): TouchingCommit[] {
  const untilMs = Date.parse(event.timestamp) + 1
  const isLinked = store.repositories.listProjectRepositories(event.project_id).length > 0
  const commits = store.changes.listCommits({
    organizationId,
    startMs: untilMs - limits.issue.suspectDays * dayMs,
    untilMs,
    service: undefined,
    repository: undefined,
    projectId: isLinked ? event.project_id : undefined,
    limit: commitsMax,
  })
  return commits.map(toCommit)
}

function chooseCommits(commits: readonly TouchingCommit[], release: string): readonly TouchingCommit[] {
  const ofRelease = commits.filter(({ details, files }) => details['release'] === release && files.length > 0)
  return release !== '' && ofRelease.length > 0 ? ofRelease : commits
}
