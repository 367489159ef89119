import type { Assertion, Remediation } from '@signalbox/contracts'
import type { Scene } from '../scene/scene.js'
import type { Ranking } from '../scoring/rank.js'
import { shownSignals, toIso } from './evidence.js'

/** Evidence that the claims of the engine's own findings rest on. */
export interface DerivedIds {
  timeline: string
  ranking: string
}

/** What claims are made of. */
export interface Told {
  scene: Scene
  ranking: Ranking
  ids: DerivedIds
  remediation: Remediation
}

export function equals(evidence: string, pointer: string, value: unknown): Assertion {
  return { evidence_id: evidence, pointer, operator: 'equals', value }
}

/** Where, when and what, of one signal of the timeline. */
export function signalAssertions(scene: Scene, index: number, timeline: string): Assertion[] {
  const { service = '', at = 0, what = '' } = shownSignals(scene)[index] ?? {}
  return [
    equals(timeline, `/signals/${index}/service`, service),
    equals(timeline, `/signals/${index}/at`, toIso(at)),
    equals(timeline, `/signals/${index}/what`, what),
  ]
}

/** `09:04 UTC`, on another day than `reference` with its date. */
export function clockOn(at: number, reference: number): string {
  const day = toIso(at).slice(0, 10)
  return day === toIso(reference).slice(0, 10) ? clock(at) : `${day} ${clock(at)}`
}

/** `09:04 UTC`. */
export function clock(at: number): string {
  return `${toIso(at).slice(11, 16)} UTC`
}
