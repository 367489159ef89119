import type { FactPack } from '../../facts/fact-pack.js'
import type { TimeWindow } from '../../investigation/time-window.js'
import type { Weighed } from '../departures/weigh-departures.js'
import type { Signal } from '../signals/signal.js'
import type { SymptomKind } from '../signals/symptom-kinds.js'
import type { Neighbours } from './neighbours.js'

/** What is going on, as far as it can be said before asking why. */
export interface Scene {
  facts: FactPack
  /** The service that the alert names; without one, the service that suffers most; null when none does. */
  alerting: string | null
  /** What is different when the alert fires, of the alerting service and of those that have to do with it, the first first. */
  signals: readonly Signal[]
  /** The same with what each counts for, of all services. */
  departures: readonly Weighed[]
  /** Services and hosts that have to do with the incident, the alerting one included. */
  related: ReadonlySet<string>
  /** Those of them that suffer. */
  affected: ReadonlySet<string>
  /** Hosts, gateways and cluster parts among them: nobody deploys code there. */
  infrastructure: ReadonlySet<string>
  /** When the trouble began, Unix milliseconds; null when nothing departed. */
  onset: number | null
  /** When nothing was received right before the onset, so that it may have begun earlier; null where all was seen. */
  hole: TimeWindow | null
  /** Weight of what began with the onset: below 3 little speaks for it. */
  onsetMass: number
  /** How sure each kind of symptom is seen, 0 to 1; kinds that are not seen are missing. */
  symptoms: ReadonlyMap<SymptomKind, number>
  neighbours: Neighbours
}
