import type { queryReleases, ReleaseHealth } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { resolveScope } from '../selection/telemetry-scope.js'
import { resolveTimeWindow } from '../selection/time-window.js'
import { readFirstSeen } from './first-seen.js'
import { readNewIssues } from './new-issues.js'
import { countReleases, readReleases, type ReleaseCounts, type ReleaseRequest } from './read-releases.js'
import type { ReleaseContext } from './release-memory.js'
import { keyOf } from './release-names.js'
import { findSettledRows } from './settled-rows.js'

type ReleasesQuery = Parameters<RouteHandler<typeof queryReleases>>[0]['query']

/** Health of releases, most recently seen first, ties by project and name. */
export async function listReleases(context: ReleaseContext, caller: ApiCaller, query: ReleasesQuery) {
  const { store, projects, clock } = context
  const window = resolveTimeWindow(query, clock())
  const scope = await resolveScope(projects, caller, { projectId: query.project_id, window })
  const { environment, release, limit, offset } = query
  const request: ReleaseRequest = { scope, criteria: { environment, release }, page: { limit, offset } }
  const found = await readReleases(store, request)
  const total = found[0]?.matching ?? (await countReleases(store, request))
  const settled = found.length === 0 ? undefined : await findSettledRows(context, request)
  const named = { releases: found, settled }
  const [firstSeen, newIssues] = await Promise.all([
    readFirstSeen(context, request, named),
    readNewIssues(context, request, named),
  ])
  const releases = found.map((counts) => {
    const key = keyOf(counts)
    const firstSeenMs = firstSeen.get(key) ?? counts.lastSeenMs
    return toHealth(counts, { firstSeenMs, newIssues: newIssues.get(key) ?? 0 })
  })
  return { releases, total, has_more: offset + releases.length < total }
}

function toHealth(counts: ReleaseCounts, origin: { firstSeenMs: number; newIssues: number }): ReleaseHealth {
  const { sessions, crashed, users, crashedUsers } = counts
  return {
    release: counts.release,
    project_id: counts.projectId,
    environments: counts.environments,
    first_seen: new Date(origin.firstSeenMs).toISOString(),
    last_seen: new Date(counts.lastSeenMs).toISOString(),
    sessions: {
      total: sessions,
      healthy: counts.healthy,
      errored: counts.errored,
      unhandled: counts.unhandled,
      abnormal: counts.abnormal,
      crashed,
      crash_free_rate: ratio(sessions - crashed, sessions),
    },
    users: { total: users, crashed: crashedUsers, crash_free_rate: ratio(users - crashedUsers, users) },
    errors: { events: counts.events, new_issues: origin.newIssues, users: counts.errorUsers },
    adoption: ratio(sessions, counts.projectSessions),
  }
}

/** Null if the whole is 0. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
