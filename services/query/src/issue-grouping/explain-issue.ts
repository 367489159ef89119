import { limits, ServiceError, type FingerprintGrouping, type readIssueGrouping } from '@signalbox/contracts'
import { readGroupingExplanation, type ExplainedFrame, type GroupingExplanation } from '@signalbox/sentry-events'
import type { IssueReference, RouteHandler } from '@signalbox/service-kit'
import { allOf, whereEqual } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization } from '../selection/telemetry-scope.js'

type Input = Parameters<RouteHandler<typeof readIssueGrouping>>[0]

interface StoredFingerprint {
  fingerprint: string
  events: number
  firstMs: number
  lastMs: number
  eventId: string
  version: string
  explanation: string
}

/**
 * Explains why the events of an issue are grouped: for each of its fingerprints, what the newest event says.
 * @throws ServiceError `not-found` if the organization has no such issue.
 */
export async function explainIssue(context: QueryContext, { caller, params }: Pick<Input, 'caller' | 'params'>) {
  const { organizationId } = caller
  const issue = await context.issues.findIssue(organizationId, params.issue_id)
  if (issue === undefined) throw new ServiceError('not-found', { detail: 'No such issue' })
  const fingerprints = issue.fingerprints.slice(0, limits.query.issueFingerprintsMax)
  const rows = await readFingerprints(context, { organizationId, issue, fingerprints })
  const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]))
  return {
    issue_id: issue.id,
    fingerprints: fingerprints.map((fingerprint) => explain(fingerprint, byFingerprint.get(fingerprint))),
  }
}

function readFingerprints(
  { store }: QueryContext,
  named: { organizationId: string; issue: IssueReference; fingerprints: readonly string[] },
): Promise<StoredFingerprint[]> {
  const filter = allOf(ofOrganization(named.organizationId), whereEqual('project_id', named.issue.projectId), {
    sql: 'fingerprint IN {fingerprints:Array(String)}',
    parameters: { fingerprints: named.fingerprints },
  })
  return store.read<StoredFingerprint>({
    name: 'issueGrouping',
    sql: `
      SELECT fingerprint, sum(times_seen) AS events, toUnixTimestamp64Milli(min(timestamp)) AS firstMs,
        toUnixTimestamp64Milli(max(timestamp)) AS lastMs, argMax(event_id, (timestamp, event_id)) AS eventId,
        argMax(grouping_version, (timestamp, event_id)) AS version,
        argMax(grouping_components, (timestamp, event_id)) AS explanation
      FROM events
      WHERE ${filter.sql}
      GROUP BY fingerprint`,
    parameters: filter.parameters,
  })
}

function explain(fingerprint: string, stored: StoredFingerprint | undefined): FingerprintGrouping {
  return {
    fingerprint,
    events: stored?.events ?? 0,
    first_seen: isoTimeOrNull(stored?.firstMs),
    last_seen: isoTimeOrNull(stored?.lastMs),
    sample_event_id: stored?.eventId ?? null,
    grouping_version: stored?.version || null,
    ...describeExplanation(stored && readGroupingExplanation(stored.explanation)),
  }
}

function describeExplanation(explanation: GroupingExplanation | undefined) {
  return {
    by: explanation?.by || null,
    rule: explanation?.rule ?? null,
    rules_skipped: explanation?.areRulesSkipped ?? false,
    components: explanation?.components ?? [],
    frames: explanation?.frames.map(describeFrame) ?? [],
    older_frames: explanation?.olderFrames ?? 0,
  }
}

function describeFrame({ function: name, place, why, line }: ExplainedFrame): FingerprintGrouping['frames'][number] {
  return { function: name, place, why: why ?? null, line: line ?? null }
}

function isoTimeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}
