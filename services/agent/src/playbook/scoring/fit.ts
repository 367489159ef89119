import type { Finding } from '../mechanisms/mechanism.js'
import type { Scene } from '../scene/scene.js'
import { commonKinds, type SymptomKind } from '../signals/symptom-kinds.js'

/** Fit of a danger if none of its predicted symptoms is seen; the maximum that ubiquitous symptoms may add. */
const fitMin = 0.2
const commonKind = 0.5

/**
 * True if a symptom that it predicts is seen, other than slowness and errors, which nearly every danger predicts. Without
 * one, a danger explains nothing.
 */
export function isSeen({ symptoms }: Scene, { predicts }: Finding): boolean {
  const telling = predicts.filter((kind) => kind !== 'latency' && kind !== 'errors')
  return (telling.length > 0 ? telling : predicts).some((kind) => (symptoms.get(kind) ?? 0) > 0)
}

/** From `fitMin`, if none of the predicted symptoms is seen, to 1. */
export function fitOf({ symptoms }: Scene, { predicts }: Finding): number {
  const sum = (kinds: readonly SymptomKind[]) => kinds.reduce((total, kind) => total + (symptoms.get(kind) ?? 0), 0)
  const telling = sum(predicts.filter((kind) => !commonKinds.has(kind)))
  const common = Math.min(commonKind, sum(predicts.filter((kind) => commonKinds.has(kind))))
  const seen = telling + common
  return fitMin + (1 - fitMin) * Math.min(1, seen)
}
