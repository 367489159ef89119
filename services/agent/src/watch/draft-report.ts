import { minuteMs, type Assertion, type Change } from '@signalbox/contracts'
import type { QueryResult, ClaimDraft, InvestigationStep, ReportDraft } from '../investigation/investigation.js'
import type { Comparison } from './compare-service.js'
import type { JudgedRival } from './doubts.js'
import type { Evaluation } from './evaluate-deployment.js'
import type { NewErrorReading, WatchedDeployment } from './readings.js'
import { toEvaluationData, unitOf, type ComparisonData } from './evaluation-data.js'
import { measureNames } from './measures.js'

/** Maximum number of new errors with their own claim: the most frequent ones. */
const examplesMax = 3

/** The inputs of a draft. */
export interface Conclusion {
  evaluation: Evaluation
  deployment: WatchedDeployment
  changes: QueryResult<{ changes: readonly Change[] }>
  /** Evidence from which the evaluation was computed. */
  evidence: readonly string[]
}

/** Stores the evaluation as evidence of the step and drafts claims based on it. */
export function draftReport(step: InvestigationStep, conclusion: Conclusion): ReportDraft {
  const { evaluation } = conclusion
  const data = toEvaluationData(evaluation, conclusion.deployment.deployedAt)
  const evidenceId = step.derive({
    summary: `Compared before and after the deployment: ${evaluation.verdict}`,
    derivedFrom: conclusion.evidence,
    data,
  })
  const said = data.comparisons.flatMap((row, index) => claimComparison(row, { evidenceId, index }))
  const errors = [
    ...claimNewKinds(data, evidenceId),
    ...evaluation.newErrors.slice(0, examplesMax).map((error, index) => claimNewError(error, { evidenceId, index })),
  ]
  const doubts = data.doubts.map((text, index): ClaimDraft => ({
    text,
    topic: 'check',
    assertion: assertEqual(evidenceId, '/doubts', { [index]: text }),
  }))
  const raised = evaluation.comparisons.filter(({ finding }) => finding === 'raised')
  const first = firstFailing(raised) ?? evaluation.flood?.service ?? null
  return {
    watched: conclusion.deployment.id,
    verdict: evaluation.verdict,
    cause: causeOf(conclusion),
    first_failing_service: first,
    onset_at: evaluation.onsetAt === null ? null : new Date(evaluation.onsetAt).toISOString(),
    blast_radius: [...new Set(raised.map(({ service }) => service))].filter((service) => service !== first).sort(),
    remediation: evaluation.verdict === 'bad' ? 'rollback' : 'none',
    confidence: confidenceOf(evaluation),
    claims: [
      ...(evaluation.flood ? [...errors, ...said] : [...said, ...errors]),
      ...doubts,
      ...claimDeployment(conclusion),
    ],
    rivals: evaluation.rivals.map((rival) => ({
      change_id: rival.changeId,
      why_not: rival.whyNot ?? describeOpen(rival, conclusion.deployment),
    })),
  }
}

/** Explains how to tell this deployment apart from another possible cause. */
function describeOpen({ at, service }: JudgedRival, { deployedAt }: WatchedDeployment): string {
  const minutes = Math.round((at - deployedAt) / minuteMs)
  const distance = `${Math.abs(minutes)} minute${Math.abs(minutes) === 1 ? '' : 's'}`
  const when = minutes === 0 ? 'in the same minute as' : `${distance} ${minutes < 0 ? 'before' : 'after'}`
  const where = service === null ? '' : ` and touches "${service}"`
  return `It may also be the cause: it took effect ${when} the deployment${where}. Revert only one of them to tell them apart.`
}

interface Place {
  evidenceId: string
  index: number
}

const endings: Partial<Record<ComparisonData['finding'], string>> = {
  weak: ', which may be chance',
  usual: ', as at this time the day before',
  earlier: ', but the rise began before the deployment',
  passed: ', but have recovered since',
}

const units = { percent: ' %', ms: ' ms', by_minute: '' } as const

/** `34.8 %`: one decimal is enough from 1 up; smaller levels need all their digits to be distinguishable. */
function formatLevel(level: number, unit: keyof typeof units): string {
  const shown = unit === 'percent' && level >= 1 ? level.toFixed(1).replace(/\.0$/, '') : String(level)
  return `${shown}${units[unit]}`
}

/** Claims the rise; for the deployed service also that failed requests did not rise. */
function claimComparison(row: ComparisonData, { evidenceId, index }: Place): ClaimDraft[] {
  const { service, role, measure, finding } = row
  const unit = unitOf(measure)
  const [before, after] = [row.levels[`before_${unit}`] ?? null, row.levels[`after_${unit}`] ?? null]
  if (finding === 'unchanged' && measure === 'failed_requests' && before === 0 && after === 0)
    return role === 'deployed' ? [claimNoFailure(row, { evidenceId, index })] : []
  const isWorthSaying = finding !== 'unchanged' || (role === 'deployed' && measure === 'failed_requests')
  if (!isWorthSaying || before === null || after === null) return []
  const steady = after <= before ? 'did not rise' : 'stayed within normal variation'
  const [early, late] = [formatLevel(before, unit), formatLevel(after, unit)]
  const levels =
    finding === 'unchanged'
      ? `${steady}: ${early} before the deployment, ${late} after it`
      : `rose from ${early} to ${late}${describeOnset(row)}`
  const asserted = {
    service,
    finding,
    [`levels/before_${unit}`]: before,
    [`levels/after_${unit}`]: after,
    ...(row.onset_at !== null && { onset_at: row.onset_at, onset_after_minutes: row.onset_after_minutes }),
  }
  return [
    {
      text: `${measureNames[measure]} on ${service} ${levels}${endings[finding] ?? ''}.`,
      topic: finding === 'unchanged' ? 'symptom' : 'impact',
      assertion: assertEqual(evidenceId, `/comparisons/${index}`, asserted),
    },
  ]
}

function describeOnset({ onset_after_minutes: minutes }: ComparisonData): string {
  if (minutes === null) return ''
  if (minutes === 0) return ' within a minute of the deployment'
  return `, ${minutes} min after the deployment`
}

function claimNoFailure({ service, finding }: ComparisonData, { evidenceId, index }: Place): ClaimDraft {
  const asserted = { service, finding, 'levels/before_percent': 0, 'levels/after_percent': 0 }
  return {
    text: `No request to ${service} failed, before or after the deployment.`,
    topic: 'symptom',
    assertion: assertEqual(evidenceId, `/comparisons/${index}`, asserted),
  }
}

/** Asserts that the fields of a place have these values. */
function assertEqual(evidenceId: string, place: string, fields: Readonly<Record<string, unknown>>): Assertion[] {
  return Object.entries(fields).map(([name, value]) => ({
    evidence_id: evidenceId,
    pointer: `${place}/${name}`,
    operator: 'equals',
    value,
  }))
}

/** Claims the number of new errors; empty if a single claim covers them. */
function claimNewKinds(data: ReturnType<typeof toEvaluationData>, evidenceId: string): ClaimDraft[] {
  const { new_error_kinds: kinds, new_error_events: events } = data
  if (kinds < 2) return []
  return [
    {
      text: `${kinds} new errors appeared after the deployment, ${events.toLocaleString('en-US')} events in total.`,
      topic: 'impact',
      assertion: assertEqual(evidenceId, '', { new_error_kinds: kinds, new_error_events: events }),
    },
  ]
}

function claimNewError({ title, service, count }: NewErrorReading, { evidenceId, index }: Place): ClaimDraft {
  const times = count.toLocaleString('en-US')
  return {
    text: `New error on ${service}: "${title.replaceAll('"', "'")}" (${times} times).`,
    topic: 'symptom',
    assertion: assertEqual(evidenceId, `/new_errors/${index}`, { title, service, count }),
  }
}

/** The deployment as recorded in the list of changes; empty if it is missing there. */
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
      topic: 'cause',
      assertion: assertEqual(changes.evidenceId, `/changes/${index}`, asserted),
    },
  ]
}

function causeOf({ evaluation, deployment, changes }: Conclusion): ReportDraft['cause'] {
  const isListed = changes.value.changes.some(({ change_id: id }) => id === deployment.id)
  if (evaluation.verdict !== 'bad' || !isListed) return null
  return {
    kind: 'deployment',
    commit_sha: deployment.commitSha,
    change_id: deployment.id,
    mechanism: 'The problem started with the deployment, and no other change near it explains it.',
  }
}

/** The service that rose first; the deployed one in a tie. */
function firstFailing(raised: readonly Comparison[]): string | null {
  const order = [...raised].sort(
    (a, b) => (a.onsetAt ?? 0) - (b.onsetAt ?? 0) || Number(b.role === 'deployed') - Number(a.role === 'deployed'),
  )
  return order[0]?.service ?? null
}

function confidenceOf({ verdict, comparisons }: Evaluation): number {
  if (verdict === 'inconclusive') return 0
  if (verdict === 'suspect') return 0.5
  const least = Math.min(1, ...comparisons.map(({ pValue }) => pValue))
  return verdict === 'bad' ? Math.min(0.99, 1 - least) : 0.9
}
