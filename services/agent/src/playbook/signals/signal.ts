import type { EvidenceId } from '../../facts/fact-pack.js'
import type { SymptomKind } from './symptom-kinds.js'

/** One thing that became different, with the time from when it was. */
export interface Signal {
  /** Where it was seen: a service, container or host. */
  service: string
  source: 'metric' | 'log' | 'error' | 'span'
  /** Unix milliseconds. */
  at: number
  kinds: readonly SymptomKind[]
  /** Whether the service suffers, rather than merely behaves differently. */
  bad: boolean
  /** A clause for people that names the service: `error rate on checkout rose from 0.2 % to 80 %`. */
  what: string
  /** What was said, or the metric's name. */
  text: string
  /** Lines or events; 0 for series. */
  count: number
  /** How many times the former level, at least 1; 1 for what is said. */
  ratio: number
  direction: 'up' | 'down'
  /** What it counts for among all that departed. */
  weight: number
  evidence: EvidenceId
}
