import type { EvidenceId } from '../../facts/fact-pack.js'
import type { SymptomKind } from './symptom-kinds.js'

/** A difference, with the time since when it has existed. */
export interface Signal {
  /** Service, container or host that shows it. */
  service: string
  source: 'metric' | 'log' | 'error' | 'span'
  /** Unix milliseconds. */
  at: number
  kinds: readonly SymptomKind[]
  /** True if the service suffers rather than merely behaves differently. */
  bad: boolean
  /** A clause for people that names the service: `error rate on checkout rose from 0.2 % to 80 %`. */
  what: string
  /** The message, or the metric's name. */
  text: string
  /** Lines or events; 0 for series. */
  count: number
  /** Multiple of the former level, at least 1; 1 for messages. */
  ratio: number
  direction: 'up' | 'down'
  /** Its weight among all departures. */
  weight: number
  evidence: EvidenceId
}
