import type { Assertion, Remediation } from '@signalbox/contracts'
import type { Scene } from '../scene/scene.js'
import type { Ranking } from '../scoring/rank.js'
import { toIso } from './clock.js'
import { shownSignals } from './evidence.js'

/** Ids of the evidence that stores the playbook's own findings. */
export interface DerivedIds {
  timeline: string
  ranking: string
}

/** Inputs of claims. */
export interface ClaimInput {
  scene: Scene
  ranking: Ranking
  ids: DerivedIds
  remediation: Remediation
  /** The version to roll back to; null if unknown. */
  rollbackTo: string | null
}

export function equals(evidence: string, pointer: string, value: unknown): Assertion {
  return { evidence_id: evidence, pointer, operator: 'equals', value }
}

/** Asserts where and when one signal of the timeline appeared, and what it is. */
export function signalAssertions(scene: Scene, index: number, timeline: string): Assertion[] {
  const { service = '', at = 0, what = '' } = shownSignals(scene)[index] ?? {}
  return [
    equals(timeline, `/signals/${index}/service`, service),
    equals(timeline, `/signals/${index}/at`, toIso(at)),
    equals(timeline, `/signals/${index}/what`, what),
  ]
}
