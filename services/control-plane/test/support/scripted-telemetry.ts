import type {
  IssueCounts,
  RankedGroup,
  RouteContract,
  ServiceError,
  Static,
  TObject,
  TSchema,
} from '@signalbox/contracts'
import { queryIssueCounts, queryIssueRanking } from '@signalbox/contracts'

/** Stands in for telemetry: answers what a test wrote down, and remembers what was asked. */
export class ScriptedTelemetry {
  groups: RankedGroup[] = []
  /** Groups that there are, when there are more than answered. */
  total: number | undefined
  /** What is counted, by issue; nothing of others. */
  readonly counts = new Map<string, Partial<IssueCounts>>()
  /** Every question by the id of its route. */
  readonly asked: { id: string; query: Readonly<Record<string, unknown>> }[] = []
  /** When set, no question is answered. */
  failure: ServiceError | undefined

  ask = <Query extends TObject, Response extends TSchema>(
    _organizationId: string,
    { id }: RouteContract<TObject | undefined, Query, undefined, Response>,
    query: Partial<Static<Query>>,
  ): Promise<Static<Response>> => {
    this.asked.push({ id, query: { ...query } })
    if (this.failure !== undefined) return Promise.reject(this.failure)
    const answers: Record<string, () => unknown> = {
      [queryIssueRanking.id]: () => this.#rank(),
      [queryIssueCounts.id]: () => this.#count('issue_id' in query ? query.issue_id : []),
    }
    // The test wrote down what the contract says.
    return Promise.resolve(answers[id]?.() as Static<Response>)
  }

  #rank(): Static<typeof queryIssueRanking.response> {
    const recent = { recent_start: '2026-01-01T00:00:00.000Z', recent_share: 1 / 7 }
    return { groups: this.groups, total: this.total ?? this.groups.length, ...recent }
  }

  #count(asked: unknown): Static<typeof queryIssueCounts.response> {
    const ids = Array.isArray(asked) ? asked.map(String) : []
    const issues = ids.map((issueId) => {
      const none = { events: 0, users: 0, first_seen_at: null, last_seen_at: null, series: [0] }
      return { ...none, ...this.counts.get(issueId), issue_id: issueId }
    })
    return { issues, series_start: '2026-01-01T00:00:00.000Z', interval_seconds: 3_600 }
  }
}
