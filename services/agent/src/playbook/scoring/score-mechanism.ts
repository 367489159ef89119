import type { Edit } from '../changes/edit.js'
import { findBenign } from '../mechanisms/benign.js'
import { findMechanisms } from '../mechanisms/find-mechanisms.js'
import type { Finding } from '../mechanisms/mechanism.js'
import type { Scene } from '../scene/scene.js'
import { commonKinds, type SymptomKind } from '../signals/symptom-kinds.js'
import type { ScorePart } from './hypothesis.js'
import { weights } from './weights.js'

/**
 * What the diff could break, and how well that fits what is seen.
 * @param isSwitchedOn Whether it stands behind a flag that was switched as the trouble began, and nothing from outside
 *   explains it: the condition that it adds is no protection then.
 */
export function scoreMechanism(
  scene: Scene,
  edit: Edit,
  isSwitchedOn: boolean,
): { part: ScorePart; finding: Finding | null } {
  const findings = findMechanisms(edit)
  const benign = findBenign(edit, findings)
  const fitting = findings
    .map((finding) => ({ finding, score: finding.weight * fitOf(scene, finding) }))
    .sort((a, b) => b.score - a.score)
  const [best, ...others] = fitting
  const { mechanism } = weights
  const further = others.slice(0, 2).reduce((sum, { score }) => sum + mechanism.further * score, 0)
  const found = best ? Math.min(mechanism.max, best.score + further) : 0
  if (isSwitchedOn && (benign === undefined || benign.isGuard === true)) {
    const reason = best?.finding.sentence ?? 'adds what did nothing until it was switched on'
    return {
      part: { name: 'mechanism', score: Math.max(found, mechanism.switchedOn), reason },
      finding: best?.finding ?? null,
    }
  }
  const score = found + (benign?.weight ?? 0)
  const reason = [best?.finding.sentence, benign?.reason].filter((text) => text !== undefined).join('; ')
  return { part: { name: 'mechanism', score, reason }, finding: best?.finding ?? null }
}

/** From `fitMin`, when nothing of what it predicts is seen, to 1. */
export function fitOf({ symptoms }: Scene, { predicts }: Finding): number {
  const { fitMin, commonKind } = weights.mechanism
  const sum = (kinds: readonly SymptomKind[]) => kinds.reduce((total, kind) => total + (symptoms.get(kind) ?? 0), 0)
  const telling = sum(predicts.filter((kind) => !commonKinds.has(kind)))
  const common = Math.min(commonKind, sum(predicts.filter((kind) => commonKinds.has(kind))))
  const seen = telling + common
  return fitMin + (1 - fitMin) * Math.min(1, seen)
}
