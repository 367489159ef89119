import type { Assertion, Change } from '@signalbox/contracts'
import type { Answer, ClaimDraft, InvestigationStep, ReportDraft } from '../investigation/investigation.js'
import type { Comparison } from './compare-service.js'
import type { Judgement } from './judge-deployment.js'
import type { WatchedDeployment } from './readings.js'
import { toJudgementData, unitOf, type ComparisonData } from './judgement-data.js'

/** What a conclusion is drafted from. */
export interface Conclusion {
  judgement: Judgement
  deployment: WatchedDeployment
  changes: Answer<{ changes: readonly Change[] }>
  /** Evidence that the judgement was computed from. */
  evidence: readonly string[]
}

/** Keeps the judgement as evidence of the step, and says it in claims that rest on it. */
export function draftReport(step: InvestigationStep, conclusion: Conclusion): ReportDraft {
  const { judgement } = conclusion
  const data = toJudgementData(judgement)
  const evidenceId = step.derive({
    summary: `Before and after the deployment: ${judgement.verdict}`,
    derivedFrom: conclusion.evidence,
    data,
  })
  const said = data.comparisons.flatMap((row, index) => claimComparison(row, { evidenceId, index }))
  const errors = data.new_errors.flatMap((_, index) => claimNewError(judgement, { evidenceId, index }))
  const doubts = data.doubts.map((text, index) => ({
    text,
    assertion: assertEqual(evidenceId, '/doubts', { [index]: text }),
  }))
  const raised = judgement.comparisons.filter(({ finding }) => finding === 'raised')
  const first = firstFailing(raised)
  return {
    verdict: judgement.verdict,
    cause: causeOf(conclusion),
    first_failing_service: first,
    onset_at: judgement.onsetAt === null ? null : new Date(judgement.onsetAt).toISOString(),
    blast_radius: [...new Set(raised.map(({ service }) => service))].filter((service) => service !== first).sort(),
    remediation: judgement.verdict === 'bad' ? 'rollback' : 'none',
    confidence: confidenceOf(judgement),
    claims: [...said, ...errors, ...doubts, ...claimDeployment(conclusion)],
    rivals: judgement.rivals.map(({ changeId, whyNot }) => ({
      change_id: changeId,
      why_not: whyNot ?? 'It is not ruled out.',
    })),
  }
}

interface Place {
  evidenceId: string
  index: number
}

const subjects: Record<ComparisonData['measure'], string> = {
  failed_requests: 'Failed requests',
  error_events: 'Error events by minute',
  latency_p95: 'The duration of slow requests',
  restarts: 'Restarts by minute',
}

const endings: Partial<Record<ComparisonData['finding'], string>> = {
  weak: ', which chance could explain',
  usual: ', as at this time of the day before',
  earlier: ', and were rising before the deployment',
  passed: ', and have passed',
}

const units = { percent: ' %', ms: ' ms', by_minute: '' } as const

/** Says what rose, and of the deployed service also what did not. */
function claimComparison(row: ComparisonData, { evidenceId, index }: Place): ClaimDraft[] {
  const { service, role, measure, finding } = row
  const unit = unitOf(measure)
  const [before, after] = [row.levels[`before_${unit}`] ?? null, row.levels[`after_${unit}`] ?? null]
  const isWorthSaying = finding !== 'unchanged' || (role === 'deployed' && measure === 'failed_requests')
  if (!isWorthSaying || before === null || after === null) return []
  const onset = row.onset_at === null ? '' : ` from ${row.onset_at.slice(11, 16)} UTC on`
  const change = finding === 'unchanged' ? 'stayed: from' : 'rose from'
  const levels = `${change} ${before}${units[unit]} to ${after}${units[unit]}`
  const asserted = {
    service,
    finding,
    [`levels/before_${unit}`]: before,
    [`levels/after_${unit}`]: after,
    ...(row.onset_at !== null && { onset_at: row.onset_at }),
  }
  return [
    {
      text: `${subjects[measure]} of "${service}" ${levels}${onset}${endings[finding] ?? ''}.`,
      assertion: assertEqual(evidenceId, `/comparisons/${index}`, asserted),
    },
  ]
}

/** Checks that fields of a place have these values. */
function assertEqual(evidenceId: string, place: string, fields: Readonly<Record<string, unknown>>): Assertion[] {
  return Object.entries(fields).map(([name, value]) => ({
    evidence_id: evidenceId,
    pointer: `${place}/${name}`,
    operator: 'equals',
    value,
  }))
}

function claimNewError({ newErrors }: Judgement, { evidenceId, index }: Place): ClaimDraft[] {
  const error = newErrors[index]
  if (error === undefined) return []
  const { title, service, count } = error
  return [
    {
      text: `An error that was not known before was seen ${count} times in "${service}": "${title.replaceAll('"', "'")}".`,
      assertion: assertEqual(evidenceId, `/new_errors/${index}`, { title, service, count }),
    },
  ]
}

/** The deployment as the timeline has it; nothing when it is not there. */
function claimDeployment({ deployment, changes }: Conclusion): ClaimDraft[] {
  const index = changes.value.changes.findIndex(({ change_id: id }) => id === deployment.id)
  const change = changes.value.changes[index]
  if (change === undefined) return []
  const asserted = {
    change_id: change.change_id,
    occurred_at: change.occurred_at,
    ...(deployment.commitSha !== null && { 'details/commit_sha': deployment.commitSha }),
  }
  return [
    {
      text: `The deployment went live at ${change.occurred_at.slice(11, 16)} UTC.`,
      assertion: assertEqual(changes.evidenceId, `/changes/${index}`, asserted),
    },
  ]
}

function causeOf({ judgement, deployment, changes }: Conclusion): ReportDraft['cause'] {
  const isListed = changes.value.changes.some(({ change_id: id }) => id === deployment.id)
  if (judgement.verdict !== 'bad' || !isListed) return null
  return {
    kind: 'deployment',
    commit_sha: deployment.commitSha,
    change_id: deployment.id,
    mechanism: 'What rose began with the deployment, and nothing else near it explains it.',
  }
}

/** The service whose rise began first; of several the deployed one. */
function firstFailing(raised: readonly Comparison[]): string | null {
  const order = [...raised].sort(
    (a, b) => (a.onsetAt ?? 0) - (b.onsetAt ?? 0) || Number(b.role === 'deployed') - Number(a.role === 'deployed'),
  )
  return order[0]?.service ?? null
}

function confidenceOf({ verdict, comparisons }: Judgement): number {
  if (verdict === 'inconclusive') return 0
  if (verdict === 'suspect') return 0.5
  const least = Math.min(1, ...comparisons.map(({ pValue }) => pValue))
  return verdict === 'bad' ? Math.min(0.99, 1 - least) : 0.9
}
