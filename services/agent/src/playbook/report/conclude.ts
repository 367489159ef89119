import type { Cause, Verdict } from '@signalbox/contracts'
import type { FactPack } from '../../facts/fact-pack.js'
import type { DerivedEvidence, ReportDraft } from '../../investigation/investigation.js'
import type { Pieces } from '../../investigation/pieces.js'
import { findSilent } from '../scene/find-silence.js'
import { readScene } from '../scene/read-scene.js'
import { isSuffering, type Scene } from '../scene/scene.js'
import { releaseReason } from '../scoring/explain-change.js'
import type { Hypothesis, ScorePart, UnknownHypothesis } from '../scoring/hypothesis.js'
import { levels, rankHypotheses, type Ranking } from '../scoring/rank.js'
import { capitalize } from '../../wording/count-things.js'
import { storedProbability } from '../../wording/likelihood.js'
import { findBlastRadius } from './blast-radius.js'
import { chooseRemediation } from './choose-remediation.js'
import { findPreviousVersion } from './previous-version.js'
import { reasonsOf } from './reasons.js'
import type { DerivedIds } from './assertions.js'
import { makeClaims } from './claims.js'
import { quietClaims } from './quiet-claims.js'
import { rankingEvidence, timelineEvidence } from './evidence.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { describeRivals } from './rivals.js'
import { describeSuspects } from './suspects.js'

/** The playbook's conclusion from facts, as a pure function. */
export interface Conclusion {
  scene: Scene
  ranking: Ranking
  verdict: Verdict
}

/** Reads the scene, ranks the possible causes, and decides on the verdict. */
export function* conclude(facts: FactPack): Pieces<Conclusion> {
  const scene = readScene(facts)
  yield
  const ranking = yield* rankHypotheses(scene)
  yield
  return { scene, ranking, verdict: chooseVerdict(scene, ranking) }
}

function chooseVerdict(scene: Scene, { cause, confidence }: Ranking): Verdict {
  if (!isSuffering(scene)) return hasAnswers(scene.facts) ? 'healthy' : 'inconclusive'
  if (cause === null) return 'inconclusive'
  if (cause.kind === 'external') return 'no_code_cause'
  return confidence >= levels.found ? 'cause_found' : 'cause_likely'
}

/** Data that could not be queried, or was never sent, must not pass for healthy. */
function hasAnswers(facts: FactPack): boolean {
  const { gaps, series, logPatterns, operations } = facts
  const isHeard = findSilent(facts) === null
  return isHeard && gaps.length === 0 && series.length + logPatterns.length + operations.length > 0
}

/** Returns the evidence of the claims, to be stored before the report is drafted. */
export function evidenceOf({ scene, ranking }: Conclusion): { timeline: DerivedEvidence; ranking: DerivedEvidence } {
  return { timeline: timelineEvidence(scene), ranking: rankingEvidence(ranking, scene) }
}

/** @param ids The stored evidence of `evidenceOf`. */
export function draftReport({ scene, ranking, verdict }: Conclusion, ids: DerivedIds): ReportDraft {
  const named = isCausal(verdict) ? ranking.cause : null
  const suffers = isSuffering(scene)
  const firstFailing = suffers ? findFirstFailing(scene) : null
  const remediation = chooseRemediation(named, ranking)
  return {
    verdict,
    cause: named === null ? null : describeCause(named),
    first_failing_service: firstFailing,
    onset_at: scene.onset === null || !suffers ? null : new Date(scene.onset).toISOString(),
    blast_radius: findBlastRadius(scene, firstFailing),
    remediation,
    confidence: confidenceOf(verdict, ranking),
    claims: suffers
      ? makeClaims({
          scene,
          ranking,
          ids,
          remediation,
          rollbackTo: findPreviousVersion(scene.facts.changes, ranking.cause),
        })
      : quietClaims(scene, ids),
    suspects: suffers ? describeSuspects(ranking) : [],
    rivals: suffers ? describeRivals(ranking) : [],
  }
}

/** Returns the verdict's confidence; 0 if it names nothing. */
function confidenceOf(verdict: Verdict, { confidence }: Ranking): number {
  if (verdict === 'inconclusive') return 0
  return verdict === 'healthy' ? 0.9 : storedProbability(confidence)
}

function isCausal(verdict: Verdict): boolean {
  return verdict === 'cause_found' || verdict === 'cause_likely' || verdict === 'no_code_cause'
}

function describeCause(cause: Hypothesis): Cause | null {
  if (cause.kind === 'external')
    return {
      kind: 'other',
      commit_sha: null,
      change_id: cause.cause.changeId,
      mechanism: `${capitalize(cause.cause.sentence)}.`,
    }
  if (cause.kind === 'unknown-deployment') return describeDeployment(cause)
  if (cause.kind !== 'change') return null
  const { change, finding, parts } = cause
  const reasonOf = (part: ScorePart['name']) => {
    const reason = parts.find(({ name }) => name === part)?.reason
    return reason?.side === 'for' ? reason.text : ''
  }
  const [heaviest = 'It took effect before the problem started.'] = reasonsOf(parts, 'for')
  return {
    kind: change.kind,
    commit_sha: change.kind === 'commit' ? change.id : null,
    change_id: change.change_id,
    mechanism: finding === null ? reasonOf('words') || reasonOf('moment') || heaviest : `It ${finding.sentence}.`,
  }
}

function describeDeployment({ change, release }: UnknownHypothesis): Cause {
  const sha = change.details['commit_sha']
  return {
    kind: 'deployment',
    commit_sha: typeof sha === 'string' ? sha : null,
    change_id: change.change_id,
    mechanism: release === null ? 'It took effect as the problem started.' : releaseReason(release),
  }
}
