import { limits, parseTimestamp, type SessionReport, type Verdict } from '@signalbox/contracts'
import type { ReportDraft } from '../investigation/investigation.js'
import { joinParts, type BoundParts } from './bound-parts.js'
import { answerOf } from './answer.js'
import { checkCause, checkRivals, checkSuspects, type Proven } from './check-cause.js'
import { checkClaim, type CheckedClaim, type Grounds } from './check-claim.js'
import { collectKnownNames } from './known-names.js'

/** How far a stored time may be from the onset that it proves. */
const onsetToleranceMs = 60_000

/**
 * Judges what an engine concludes, by machine alone, on the stored results of its session:
 *
 * 1. A claim is verified when it has checks, all of them hold, and its text says nothing that they do not bind. Other
 *    claims stay in the list as unsupported, and nothing of them goes anywhere else.
 * 2. A cause must be a change of the evidence that verified claims speak of. Without it, or without any verified claim,
 *    the verdict is `inconclusive`, there is no remedy and no confidence.
 * 3. Services, onset, mechanism and reasons against rivals are kept as far as verified claims bind them.
 * 4. The summary is an answer made of verdict and cause, and the first verified claims.
 * 5. Suspects are changes of the evidence, with those reasons that are kept with it.
 *
 * Pure; never throws, whatever the draft says.
 * @param results Whole stored results by evidence id.
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
    summary: summarize(answerOf({ verdict, cause, confidence, ...(suspects && { suspects }) }, results), {
      verdict,
      verified,
      answers: checked.slice(0, draft.answered?.claims ?? 0).filter(({ claim }) => claim.status === 'verified'),
      isApart: draft.answered?.isApart === true,
    }),
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

/** A verdict needs proof; one that names a cause needs the cause. */
function judge(
  { verdict, cause: drafted }: ReportDraft,
  { cause, isProven }: { cause: SessionReport['cause']; isProven: boolean },
): Verdict {
  const lostCause = cause === null && (drafted !== null || verdict === 'cause_found' || verdict === 'cause_likely')
  return isProven && !lostCause ? verdict : 'inconclusive'
}

/** What answers a question comes first, then what the report comes to, where anything is wrong. */
function summarize(answer: string, { verdict, verified, answers, isApart }: Summarized): string {
  const said = (claims: readonly CheckedClaim[]) => claims.map(({ claim }) => asSentence(claim.text))
  const shown = verified.filter(({ claim }) => !isToldBy(answer, claim.text)).slice(0, limits.report.summaryClaimsMax)
  if (answers.length === 0) return [answer, ...said(shown)].join(' ')
  const rest = verified.filter((claim) => !answers.includes(claim)).slice(0, limits.report.summaryClaimsMax - 1)
  // Where the answer tells of what is wrong, that its cause is not clear yet would take it back.
  const isWrong = verdict !== 'healthy' && rest.length > 0 && (isApart || verdict !== 'inconclusive')
  const lead = isWrong ? [...(isApart ? ['Apart from that, something is wrong.'] : []), answer] : []
  return [...said(answers), ...lead, ...said(rest)].join(' ')
}

/** Whether the answer says the same: a claim may have words in front that say what it is for. */
function isToldBy(answer: string, text: string): boolean {
  return answer.includes(text.slice(text.indexOf(': ') + 1).trim())
}

interface Summarized {
  verdict: Verdict
  verified: readonly CheckedClaim[]
  answers: readonly CheckedClaim[]
  isApart: boolean
}

function asSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
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
