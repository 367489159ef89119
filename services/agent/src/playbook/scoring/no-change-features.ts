import type { ExternalCause } from '../external/signature.js'
import type { Scene } from '../scene/scene.js'
import type { ChangeHypothesis } from './hypothesis.js'
import type { Features } from './features.js'

/** A change this close before the onset is near. */
const quietMs = 20 * 60_000

/** Reads the features of the hypothesis that no change of ours is to blame. */
export function readNoChangeFeatures(
  scene: Scene,
  external: readonly ExternalCause[],
  changes: readonly ChangeHypothesis[],
): Features {
  const { onset } = scene
  const live = changes.filter(({ features }) => (features.live ?? 0) > 0 && (features.after ?? 0) < 0.5)
  const isNear = ({ since }: ChangeHypothesis) => onset !== null && onset - since <= quietMs
  return {
    bias: 1,
    outside: Math.min(1.4, Math.max(0, ...external.map(({ weight }) => weight / 3))),
    ...(live.some(isNear) ? {} : { quiet: 1 }),
  }
}
