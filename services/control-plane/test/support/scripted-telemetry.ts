import type {
  CountedGroup,
  IssueCounts,
  RankedGroup,
  RankedProject,
  RouteContract,
  ServiceError,
  Static,
  TObject,
  TSchema,
} from '@signalbox/contracts'
import { queryIssueCounts, queryIssueRanking } from '@signalbox/contracts'

/** A scripted telemetry service that records queries. */
export class ScriptedTelemetry {
  groups: RankedGroup[] = []
  /** The total number of groups, if more than are returned. */
  total: number | undefined
  /** Counts by issue; others have none. */
  readonly counts = new Map<string, Partial<IssueCounts>>()
  /** Groups that a ranking counts when asked to. */
  countedGroups: CountedGroup[] | undefined
  /** Every query by its route's id. */
  readonly asked: { id: string; query: Readonly<Record<string, unknown>> }[] = []
  /** If set, no query gets a response. */
  failure: ServiceError | undefined

  queryTelemetry = <Query extends TObject, Response extends TSchema>(
    _organizationId: string,
    { id }: RouteContract<TObject | undefined, Query, undefined, Response>,
    query: Partial<Static<Query>>,
  ): Promise<Static<Response>> => {
    this.asked.push({ id, query: { ...query } })
    if (this.failure !== undefined) return Promise.reject(this.failure)
    const answers: Record<string, () => unknown> = {
      [queryIssueRanking.id]: () => {
        const isCounted = 'counted' in query && this.countedGroups !== undefined
        return {
          ...this.#rank('by_project' in query && query.by_project === true),
          ...(isCounted && { counted: { groups: this.countedGroups, ...seriesStart } }),
        }
      },
      [queryIssueCounts.id]: () => this.#count('issue_id' in query ? query.issue_id : []),
    }
    // The test follows the contract.
    return Promise.resolve(answers[id]?.() as Static<Response>)
  }

  #rank(isByProject: boolean): Static<typeof queryIssueRanking.response> {
    const recent = { recent_start: '2026-01-01T00:00:00.000Z', recent_share: 1 / 7 }
    const answer = { total: this.total ?? this.groups.length, ...recent }
    return isByProject
      ? { ...answer, groups: [], projects: byProject(this.groups) }
      : { ...answer, groups: this.groups }
  }

  #count(asked: unknown): Static<typeof queryIssueCounts.response> {
    const ids = Array.isArray(asked) ? asked.map(String) : []
    const issues = ids.map((issueId) => {
      const none = { events: 0, users: 0, first_seen_at: null, last_seen_at: null, series: [0] }
      return { ...none, ...this.counts.get(issueId), issue_id: issueId }
    })
    return { issues, ...seriesStart }
  }
}

const seriesStart = { series_start: '2026-01-01T00:00:00.000Z', interval_seconds: 3_600 }

function byProject(groups: readonly RankedGroup[]): RankedProject[] {
  return [...new Set(groups.map(({ project_id: id }) => id))].map((id) => {
    const own = groups.filter(({ project_id: projectId }) => projectId === id)
    return {
      project_id: id,
      fingerprints: own.map(({ fingerprint }) => fingerprint),
      events: own.map(({ events }) => events),
      recent_events: own.map((group) => group.recent_events),
      users: own.flatMap(({ users }) => users ?? []),
      last_seen_ms: own.map((group) => Date.parse(group.last_seen_at)),
    }
  })
}
