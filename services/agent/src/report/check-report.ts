import {
  limits,
  parseTimestamp,
  type Claim,
  type ClaimTopic,
  type SessionReport,
  type Verdict,
} from '@signalbox/contracts'
import type { ReportDraft } from '../investigation/investigation.js'
import { joinParts, type BoundParts } from './bound-parts.js'
import { answerOf, asSentence } from './answer.js'
import { checkCause, checkRivals, checkSuspects, type Proven } from './check-cause.js'
import { checkClaim, type Grounds } from './check-claim.js'
import { collectKnownNames } from './known-names.js'

/** Maximum distance between the onset and the stored time that proves it. */
const onsetToleranceMs = 60_000

/**
 * Verifies an engine's conclusion mechanically against the stored results of its session:
 * 1. A claim is verified if it has assertions, all of them hold, and they bind everything its text mentions. Other
 * claims stay in the list as unsupported and are used nowhere else.
 * 2. A cause must be a change of the evidence that a verified claim names. Without a cause where one is claimed, or
 * without any verified claim, the verdict is `inconclusive`, with no remedy and no confidence.
 * 3. Services, onset, mechanism and reasons against rivals survive only if verified claims bind them.
 * 4. The summary is a headline built from verdict and cause, plus a few verified claims.
 * 5. Suspects are changes of the evidence, with the reasons that the evidence contains.
 *
 * Pure. Never throws, whatever the draft contains.
 * @param results Complete stored results by evidence id.
 */
export function checkReport(draft: ReportDraft, results: ReadonlyMap<string, unknown>): SessionReport {
  const grounds: Grounds = { results, knownNames: collectKnownNames(results) }
  const checked = draft.claims.slice(0, limits.report.claimsMax).map((claim) => checkClaim(claim, grounds))
  const verified = checked.filter(({ claim }) => claim.status === 'verified')
  const parts = joinParts(verified.map((each) => each.parts))
  const proven: Proven = { parts, grounds }
  const cause = verified.length === 0 ? null : checkCause(draft.cause, proven)
  const verdict = judge(draft, { cause, isProven: verified.length > 0 })
  const isSettled = verdict !== 'inconclusive'
  const confidence = verdict === draft.verdict ? ratioOf(draft.confidence) : 0
  const suspects = draft.suspects && checkSuspects(draft.suspects.slice(0, limits.report.suspectsMax), proven)
  const first = draft.first_failing_service
  return {
    verdict,
    summary: summarize(
      answerOf({ verdict, cause, confidence, ...(suspects && { suspects }), watched: draft.watched ?? null }, results),
      {
        verdict,
        verified: verified.map(({ claim }) => claim),
        isAnswered: draft.answered !== undefined,
        isApart: draft.answered?.isApart === true,
      },
    ),
    cause: isSettled ? cause : null,
    first_failing_service: first !== null && isNamed(first, parts) ? first : null,
    onset_at: checkOnset(draft.onset_at, parts),
    blast_radius: draft.blast_radius.filter((service) => isNamed(service, parts)),
    remediation: isSettled ? draft.remediation : 'none',
    confidence,
    claims: checked.map(({ claim }) => claim),
    ...(suspects && { suspects }),
    rivals: checkRivals(draft.rivals.slice(0, limits.report.rivalsMax), proven),
  }
}

/** A verdict needs proof, and a verdict that names a cause also needs that cause. */
function judge(
  { verdict, cause: drafted }: ReportDraft,
  { cause, isProven }: { cause: SessionReport['cause']; isProven: boolean },
): Verdict {
  const lostCause = cause === null && (drafted !== null || verdict === 'cause_found' || verdict === 'cause_likely')
  return isProven && !lostCause ? verdict : 'inconclusive'
}

/** Topics of the claims that explain a verdict in the summary: one claim each, in this order. */
const topicsOf = (verdict: Verdict, { isAnswered, hasRemedy }: { isAnswered: boolean; hasRemedy: boolean }) => {
  if (verdict === 'healthy') return healthyTopics
  // An answer with a remedy needs no further explanation.
  if (isAnswered && hasRemedy) return answeredTopics
  if (verdict !== 'inconclusive') return namedTopics
  return isAnswered ? answeredOpenTopics : openTopics
}
const healthyTopics: readonly ClaimTopic[] = ['symptom', 'cause', 'coverage']
const answeredTopics: readonly ClaimTopic[] = ['remedy', 'check']
const answeredOpenTopics: readonly ClaimTopic[] = ['impact', 'cause', 'check']
const openTopics: readonly ClaimTopic[] = ['onset', 'impact', 'impact', 'cause', 'check', 'symptom']
const namedTopics: readonly ClaimTopic[] = ['onset', 'impact', 'impact', 'remedy', 'cause', 'check']

/** Maximum number of answers in a summary; the others are only in the claims. */
const answersMax = 4

const causalVerdicts: ReadonlySet<Verdict> = new Set(['cause_found', 'cause_likely', 'no_code_cause'])

/**
 * Composes a self-contained message of a few sentences: the headline, then one claim of each topic that a reader needs
 * at once. Answers to a question come first; the headline then follows only if it adds something.
 */
function summarize(headline: string, { verdict, verified, isAnswered, isApart }: Summarized): string {
  const answers = isAnswered ? verified.filter(({ topic }) => topic === 'answer').slice(0, answersMax) : []
  const rest = explain(verified, verdict, answers.length > 0 && !isApart)
  if (answers.length === 0) return [headline, ...say(rest.filter(({ text }) => !headline.includes(text)))].join(' ')
  if (verdict === 'healthy' || rest.length === 0) return say(answers).join(' ')
  const isHeadlined = isApart || causalVerdicts.has(verdict)
  return [
    ...say(answers),
    ...(isApart ? ['Separately, something is wrong.'] : []),
    ...(isHeadlined ? [headline] : []),
    ...say(rest.filter(({ text }) => !headline.includes(text) && !answers.some((answer) => answer.text === text))),
  ].join(' ')
}

/** Engines without topics list their most important claims first. */
function explain(verified: readonly Claim[], verdict: Verdict, isAnswered: boolean): Claim[] {
  const { summaryClaimsMax } = limits.report
  if (verified.every(({ topic }) => topic === undefined)) return verified.slice(0, summaryClaimsMax)
  const hasRemedy = verified.some(({ topic }) => topic === 'remedy')
  const left = [...verified]
  const chosen = topicsOf(verdict, { isAnswered, hasRemedy }).flatMap((wanted) => {
    const index = left.findIndex(({ topic }) => topic === wanted)
    return index === -1 ? [] : left.splice(index, 1)
  })
  return chosen.slice(0, summaryClaimsMax)
}

function say(claims: readonly Claim[]): string[] {
  return claims.map(({ text }) => asSentence(text))
}

interface Summarized {
  verdict: Verdict
  verified: readonly Claim[]
  isAnswered: boolean
  isApart: boolean
}

function isNamed(name: string, { texts }: BoundParts): boolean {
  return name !== '' && texts.includes(name)
}

function checkOnset(onset: string | null, { times }: BoundParts): string | null {
  const at = onset === null ? undefined : parseTimestamp(onset)
  if (at === undefined) return null
  return times.some((time) => Math.abs(time - at) < onsetToleranceMs) ? new Date(at).toISOString() : null
}

function ratioOf(confidence: number): number {
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0
}
