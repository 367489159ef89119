import type { SessionReport } from '@signalbox/contracts'
import type { FactPack } from '../../src/facts/fact-pack.js'
import { finishPieces } from '../../src/investigation/pieces.js'
import { conclude, draftReport, evidenceOf } from '../../src/playbook/report/conclude.js'
import { checkReport } from '../../src/report/check-report.js'
import type { ExpectedCause } from '../support/expected-cause.js'
import type { Incident } from '../support/incident.js'
import { readIncident } from '../support/read-incident.js'

/** The playbook's result on one incident. */
export interface Judgement {
  name: string
  verdict: SessionReport['verdict']
  isRight: boolean
  /** True if an innocent change was named. */
  blamed: boolean
  /** True if it concluded that no change is to blame although one is. */
  isDenied: boolean
  /** Rank of the truth among the suspects, from 1; null if it is not among them. */
  place: number | null
  /** Of the first suspect. */
  probability: number
  serviceIsRight: boolean
  remediationIsRight: boolean
  /** Minutes by which the onset is late; null if the true one is unknown or none was given. */
  onsetOff: number | null
  unsupportedClaims: number
}

/** The report's factual claims, checked against its evidence. */
export function investigate(incident: Incident): SessionReport {
  return investigateFacts(readIncident(incident))
}

export function investigateFacts(facts: FactPack): SessionReport {
  const conclusion = finishPieces(conclude(facts))
  const evidence = evidenceOf(conclusion)
  const results = new Map<string, unknown>([
    ...facts.changesEvidence.map((id): [string, unknown] => [id, { changes: facts.changes }]),
    ['e20', evidence.timeline.data],
    ['e21', evidence.ranking.data],
  ])
  return checkReport(draftReport(conclusion, { timeline: 'e20', ranking: 'e21' }), results)
}

export function judge({ name, truth }: Incident, report: SessionReport): Judgement {
  const said = report.verdict !== 'inconclusive'
  const answer = report.cause?.commit_sha ?? 'none'
  const isRight = said && isSame(answer, truth.root_cause_commit)
  const suspects = report.suspects ?? []
  const place = suspects.findIndex((suspect) => isSame(suspect.commit_sha ?? 'none', truth.root_cause_commit))
  return {
    name,
    verdict: report.verdict,
    isRight,
    blamed: said && answer !== 'none' && !isRight,
    isDenied: said && answer === 'none' && !isRight,
    place: place === -1 ? null : place + 1,
    probability: suspects[0]?.probability ?? 0,
    serviceIsRight: report.first_failing_service === truth.first_failing_service,
    remediationIsRight: report.remediation === truth.remediation,
    onsetOff: onsetOff(truth, report),
    unsupportedClaims: report.claims.filter(({ status }) => status !== 'verified').length,
  }
}

/** `none` is the truth if no commit is to blame. */
function isSame(named: string, truth: string): boolean {
  return named === truth || (named !== 'none' && truth !== 'none' && named.length >= 7 && truth.startsWith(named))
}

function onsetOff({ onset }: ExpectedCause, report: SessionReport): number | null {
  if (onset === undefined || report.onset_at === null) return null
  return (Date.parse(report.onset_at) - Date.parse(onset)) / 60_000
}
