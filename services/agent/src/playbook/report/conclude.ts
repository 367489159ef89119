import type { Cause, Verdict } from '@signalbox/contracts'
import type { FactPack } from '../../facts/fact-pack.js'
import type { DerivedEvidence, ReportDraft } from '../../investigation/investigation.js'
import type { Pieces } from '../../investigation/pieces.js'
import { findSilent } from '../scene/find-silence.js'
import { readScene } from '../scene/read-scene.js'
import type { Scene } from '../scene/scene.js'
import { releaseReason } from '../scoring/explain-change.js'
import type { Hypothesis, ScorePart, UnknownHypothesis } from '../scoring/hypothesis.js'
import { levels, rankHypotheses, type Ranking } from '../scoring/rank.js'
import { findBlastRadius } from './blast-radius.js'
import type { DerivedIds } from './assertions.js'
import { makeClaims } from './claims.js'
import { quietClaims } from './quiet-claims.js'
import { rankingEvidence, round, timelineEvidence } from './evidence.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { chooseRemediation } from './remediation.js'
import { describeRivals } from './rivals.js'
import { describeSuspects } from './suspects.js'

/** What the playbook makes of facts: a pure function of them. */
export interface Conclusion {
  scene: Scene
  ranking: Ranking
  verdict: Verdict
}

/** Reads the scene, judges what could be the cause, and decides what may be said. */
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
  // Of a deployment whose commit is not known it cannot be seen what in it did the harm.
  return confidence >= levels.found && cause.kind === 'change' ? 'cause_found' : 'cause_likely'
}

/** Without an onset there are at most single odd things, as quiet hours have them. */
function isSuffering({ signals, onset }: Scene): boolean {
  return onset !== null && signals.some(({ bad }) => bad)
}

/** What could not be asked, or was never sent, must not be taken for what is well. */
function hasAnswers(facts: FactPack): boolean {
  const { gaps, series, logPatterns, operations } = facts
  const isHeard = findSilent(facts) === null
  return isHeard && gaps.length === 0 && series.length + logPatterns.length + operations.length > 0
}

/** What the claims will rest on, to be kept before the report is drafted. */
export function evidenceOf({ scene, ranking }: Conclusion): { timeline: DerivedEvidence; ranking: DerivedEvidence } {
  return { timeline: timelineEvidence(scene), ranking: rankingEvidence(ranking, scene) }
}

/** @param ids The kept evidence of `evidenceOf`. */
export function draftReport({ scene, ranking, verdict }: Conclusion, ids: DerivedIds): ReportDraft {
  const named = isCausal(verdict) ? ranking.cause : null
  const suffers = isSuffering(scene)
  const firstFailing = suffers ? findFirstFailing(scene) : null
  const remediation = chooseRemediation(named)
  return {
    verdict,
    cause: named === null ? null : describeCause(named),
    first_failing_service: firstFailing,
    onset_at: scene.onset === null || !suffers ? null : new Date(scene.onset).toISOString(),
    blast_radius: findBlastRadius(scene, firstFailing),
    remediation,
    confidence: confidenceOf(verdict, ranking),
    claims: suffers ? makeClaims({ scene, ranking, ids, remediation }) : quietClaims(scene, ids),
    suspects: suffers ? describeSuspects(ranking) : [],
    rivals: suffers ? describeRivals(ranking) : [],
  }
}

/** How sure what is said is; where nothing is said there is nothing to be sure of. */
function confidenceOf(verdict: Verdict, { confidence }: Ranking): number {
  if (verdict === 'inconclusive') return 0
  return verdict === 'healthy' ? 0.9 : round(confidence)
}

function isCausal(verdict: Verdict): boolean {
  return verdict === 'cause_found' || verdict === 'cause_likely' || verdict === 'no_code_cause'
}

function describeCause(cause: Hypothesis): Cause | null {
  if (cause.kind === 'external')
    return { kind: 'other', commit_sha: null, change_id: cause.cause.changeId, mechanism: cause.cause.sentence }
  if (cause.kind === 'unknown-deployment') return describeDeployment(cause)
  if (cause.kind !== 'change') return null
  const { change, finding, parts } = cause
  const reasonOf = (part: ScorePart['name']) => parts.find(({ name }) => name === part)?.reason ?? ''
  return {
    kind: change.kind,
    commit_sha: change.kind === 'commit' ? change.id : null,
    change_id: change.change_id,
    mechanism: finding?.sentence ?? (reasonOf('words') || reasonOf('moment') || reasonOf('time')),
  }
}

function describeDeployment({ change, release }: UnknownHypothesis): Cause {
  const sha = change.details['commit_sha']
  return {
    kind: 'deployment',
    commit_sha: typeof sha === 'string' ? sha : null,
    change_id: change.change_id,
    mechanism: release === null ? 'took effect as the trouble began' : releaseReason(release),
  }
}
