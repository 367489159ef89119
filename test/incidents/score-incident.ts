import type { SessionReport } from '@signalbox/contracts'
import type { Incident, Truth } from './incident.js'

/** The score of a session on one incident. */
export interface Score {
  name: string
  kind: Incident['kind']
  /** Named the culprit, correctly stated that no commit is to blame, or correctly named nothing. */
  isRight: boolean
  /** Blamed an innocent commit. */
  blamedInnocent: boolean
  /** Concluded nothing. */
  abstained: boolean
  serviceIsRight: boolean
  remediationIsRight: boolean
  /** Verified claims, and all claims. */
  verifiedClaims: number
  claims: number
  /** Milliseconds from the start of the session to its end. */
  durationMs: number
  answer: string
}

/** @param report Null if the session did not complete. */
export function scoreReport({ name, kind, truth }: Incident, report: SessionReport | null, durationMs = 0): Score {
  const base = { name, kind, durationMs, ...nothingSaid }
  if (report === null) return base
  const named = report.cause?.commit_sha ?? null
  return {
    ...base,
    isRight: isRight(truth, report),
    blamedInnocent: named !== null && !isSame(named, truth.root_cause_commit),
    abstained: report.verdict === 'inconclusive',
    serviceIsRight: report.first_failing_service === truth.first_failing_service,
    remediationIsRight: report.remediation === truth.remediation,
    verifiedClaims: report.claims.filter(({ status }) => status === 'verified').length,
    claims: report.claims.length,
    answer: `${report.verdict} ${named?.slice(0, 8) ?? '-'}`,
  }
}

const nothingSaid = {
  isRight: false,
  blamedInnocent: false,
  abstained: true,
  serviceIsRight: false,
  remediationIsRight: false,
  verifiedClaims: 0,
  claims: 0,
  answer: 'not completed',
}

function isRight({ expected, root_cause_commit: culprit }: Truth, { verdict, cause }: SessionReport): boolean {
  const named = cause?.commit_sha ?? null
  if (expected === 'commit') return verdict !== 'inconclusive' && named !== null && isSame(named, culprit)
  if (expected === 'none') return verdict === 'no_code_cause'
  return verdict === 'inconclusive' || verdict === 'healthy'
}

function isSame(named: string, sha: string): boolean {
  return sha !== 'none' && named.length >= 7 && sha.startsWith(named)
}

/** Totals over many incidents; ratios from 0 to 1, 0 without data. */
export interface ScoreSums {
  incidents: number
  rightRatio: number
  blamedInnocent: number
  abstained: number
  serviceRightRatio: number
  remediationRightRatio: number
  verifiedClaimRatio: number
}

export function sumScores(scores: readonly Score[]): ScoreSums {
  const count = (is: (score: Score) => boolean) => scores.filter(is).length
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const total = (read: (score: Score) => number) => scores.reduce((sum, score) => sum + read(score), 0)
  return {
    incidents: scores.length,
    rightRatio: ratio(
      count(({ isRight }) => isRight),
      scores.length,
    ),
    blamedInnocent: count(({ blamedInnocent }) => blamedInnocent),
    abstained: count(({ abstained }) => abstained),
    serviceRightRatio: ratio(
      count(({ serviceIsRight }) => serviceIsRight),
      scores.length,
    ),
    remediationRightRatio: ratio(
      count(({ remediationIsRight }) => remediationIsRight),
      scores.length,
    ),
    verifiedClaimRatio: ratio(
      total(({ verifiedClaims }) => verifiedClaims),
      total(({ claims }) => claims),
    ),
  }
}
