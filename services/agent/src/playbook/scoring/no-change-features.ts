import type { ExternalCause } from '../external/signature.js'
import type { Scene } from '../scene/scene.js'
import type { ChangeHypothesis } from './hypothesis.js'
import type { Features, FeatureName } from './features.js'

/** A change so near before the onset is near. */
const quietMs = 20 * 60_000

/** Which feature a signature also counts for. */
const kinds: Readonly<Record<string, FeatureName>> = {
  'status-notice': 'notice',
  'one-member': 'concentrated',
  'traffic-surge': 'surge',
  'certificate-expired': 'credential',
  'credential-expired': 'credential',
  'bad-record': 'record',
  'host-lost': 'host',
  'infrastructure-failed': 'host',
  'noisy-neighbour': 'host',
  'network-lost': 'network',
  'name-resolution': 'network',
}

/** What speaks for no change of ours being to blame. */
export function readNoChangeFeatures(
  scene: Scene,
  external: readonly ExternalCause[],
  changes: readonly ChangeHypothesis[],
): Features {
  const { onset } = scene
  const live = changes.filter(({ features }) => (features.live ?? 0) > 0 && (features.after ?? 0) < 0.5)
  const isNear = ({ since }: ChangeHypothesis) => onset !== null && onset - since <= quietMs
  const moved = live.some(({ features }) => (features.step ?? 0) + (features.slope ?? 0) + (features.newLog ?? 0) > 0.3)
  const marks: Partial<Record<FeatureName, number>> = {}
  for (const { name, weight } of external) {
    const feature = kinds[name]
    if (feature) marks[feature] = Math.max(marks[feature] ?? 0, Math.min(1, weight / 3))
  }
  return {
    ...marks,
    bias: 1,
    outside: Math.min(1.4, Math.max(0, ...external.map(({ weight }) => weight / 3))),
    ...(live.some(isNear) ? {} : { quiet: 1 }),
    ...(moved ? {} : { noStep: 1 }),
  }
}
