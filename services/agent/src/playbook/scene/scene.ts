import type { FactPack } from '../../facts/fact-pack.js'
import type { TimeWindow } from '../../investigation/time-window.js'
import type { Weighed } from '../departures/weigh-departures.js'
import type { Signal } from '../signals/signal.js'
import type { SymptomKind } from '../signals/symptom-kinds.js'
import type { Neighbours } from './neighbours.js'

/** The situation before any reasoning about its cause. */
export interface Scene {
  facts: FactPack
  /** The alert's service; without one, the service that suffers most; null if none does. */
  alerting: string | null
  /** Signals of the alerting service and its related services when the alert fires, earliest first. */
  signals: readonly Signal[]
  /** Departures of all services, with their weights. */
  departures: readonly Weighed[]
  /** Services and hosts related to the incident, including the alerting one. */
  related: ReadonlySet<string>
  /** The related ones that suffer. */
  affected: ReadonlySet<string>
  /** Hosts, gateways and cluster components among them, to which nobody deploys code. */
  infrastructure: ReadonlySet<string>
  /** When the problem began, Unix milliseconds; null if nothing departed. */
  onset: number | null
  /**
   * The gap right before the onset in which nothing was received, so that it may have begun earlier; null if there is
   * none.
   */
  hole: TimeWindow | null
  /** Total weight of what began with the onset; below 3 the evidence is thin. */
  onsetMass: number
  /** Certainty of each observed kind of symptom, 0 to 1; others are missing. */
  symptoms: ReadonlyMap<SymptomKind, number>
  neighbours: Neighbours
}

/** True if something is wrong. Without an onset there are at most a few unusual signals, as in any quiet hour. */
export function isSuffering({ signals, onset }: Pick<Scene, 'signals' | 'onset'>): boolean {
  return onset !== null && signals.some(({ bad }) => bad)
}
