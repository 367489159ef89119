import { minuteMs } from '@signalbox/contracts'
import type { Deployment } from '../changes/deployments.js'
import type { Scene } from '../scene/scene.js'
import { placeFeatures } from './places.js'
import type { ReadChange } from './read-change.js'

/** Time between taking effect and the onset: up to `surely` it counts fully, from `hardly` on not at all. */
const withOnsetMs = { surely: 3 * minuteMs, hardly: 6 * minuteMs }
/** The onset may be dated this much too early. */
const graceMs = 1.5 * minuteMs
/** Any other change this close before the onset may be to blame instead. */
const rivalMs = 20 * minuteMs

/** What code does, as opposed to what it calls its variables and what its texts say. */
const acts =
  /[\w$]+(?=\()|\.[\w$]+|\b\d[\w.]*|[<>!=]=?=?|&&|\|\||\b(?:if|else|for|while|return|await|async|yield|defer|go|try|catch|except|not|and|or|break|continue|throw|raise)\b/g

interface Circumstances {
  scene: Scene
  /** Judged by telemetry alone. */
  firstFailing: string | null
  deployments: readonly Deployment[]
}

/**
 * Marks the changes of a rollout to the first failing service that took effect right before the onset, if nothing else
 * changed near it. That is evidence even if neither the diff nor any message says more, as when requests only get slower.
 */
export function markOnlyChanges(read: readonly ReadChange[], circumstances: Circumstances): ReadChange[] {
  return read.map((one) => {
    const onlyChange = isOnlyOne(one, read, circumstances) ? nearness(one, circumstances.scene) : 0
    return onlyChange === 0 ? one : { ...one, features: { ...one.features, onlyChange } }
  })
}

function nearness({ since }: ReadChange, { onset }: Scene): number {
  const { surely, hardly } = withOnsetMs
  const lead = (onset ?? 0) - since
  return lead < -graceMs ? 0 : Math.min(1, Math.max(0, (hardly - lead) / (hardly - surely)))
}

function isOnlyOne(one: ReadChange, read: readonly ReadChange[], { scene, firstFailing, deployments }: Circumstances) {
  const { live, change, features } = one
  const { onset, affected } = scene
  const isHarmless = (features.benign ?? 0) > 0 || (features.looks ?? 0) > 0 || doesTheSame(one)
  const isLive = live.how === 'exact' && !isHarmless
  if (onset === null || firstFailing === null || !isLive) return false
  if (!live.services.includes(firstFailing) && change.service !== firstFailing) return false
  const isNear = (at: number) => at >= onset - rivalMs && at <= onset + graceMs
  const isOfOwnRollout = ({ changeId }: Deployment) => live.deployments.some((own) => own.changeId === changeId)
  const known = new Set(read.flatMap((other) => other.live.deployments.map(({ changeId }) => changeId)))
  const isUnknownRival = (other: Deployment) =>
    isNear(other.at) && !known.has(other.changeId) && (other.service === null || affected.has(other.service))
  const isRival = (other: ReadChange) =>
    other !== one &&
    isNear(other.since) &&
    (other.features.live ?? 0) > 0 &&
    (other.features.benign ?? 0) === 0 &&
    placeFeatures.some((name) => (other.features[name] ?? 0) > 0) &&
    !other.live.deployments.some(isOfOwnRollout)
  return !read.some(isRival) && !deployments.some(isUnknownRival)
}

/** True if an edit of code does what the code did before: it only changes texts, formatting or names of variables. */
function doesTheSame({ edit }: ReadChange): boolean {
  const { known, kinds, removed, added } = edit
  const actsOf = (lines: typeof removed) => {
    const code = lines.map((line) =>
      line.code.replace(/(["'`])(?:(?!\1).)*\1/g, (text) => (text.includes('${') ? text : '')),
    )
    return [...code.join('\n').matchAll(acts)].map(([act]) => act).sort()
  }
  return known && kinds.every((kind) => kind === 'code') && actsOf(removed).join(' ') === actsOf(added).join(' ')
}
