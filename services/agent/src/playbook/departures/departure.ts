import type { EvidenceId } from '../../facts/fact-pack.js'

/** Something that is not as it was, at the time that the session asks about, and since when. */
export interface Departure {
  /** Service, container or host that shows it. */
  service: string
  source: 'metric' | 'log' | 'error' | 'span'
  /** Metric, log pattern, kind of error, or operation. */
  name: string
  /** The same as people call it. */
  label: string
  /** Since when without a break, Unix milliseconds. */
  at: number
  direction: 'up' | 'down'
  /** How far: deviations of a series; of the others how improbable, as -log10. */
  effect: number
  /** How probable it is that nothing is different, 0 to 1. */
  p: number
  /** Whether it came within minutes, rather than as a ramp. */
  isSharp: boolean
  /** Whether it is a failure by its kind: errors, rejected work, restarts, lag. State that changes is not. */
  isFailure: boolean
  /** Whether it is the series that the alert names. */
  isAlerting: boolean
  /** Levels before, and what was reached and was there at last by the time asked about; null of what has none. */
  levels: { before: number; after: number; last: number } | null
  /** What was said, or the metric's name. */
  text: string
  /** trace to fatal, of log lines. */
  level: string | null
  /** Lines, events or spans; 0 of series. */
  count: number
  /** Share of what a departure of its kind counts for, by how far it is: see `weigh-departures.ts`. */
  strength: number
  evidence: EvidenceId
}

/** The stretch of time in which something must be seen to count as there when the alert fired. */
export interface Page {
  /** Unix milliseconds. */
  firedAt: number
  /** End of what is looked at: until a quarter of an hour after the alert, as far as there is anything. */
  until: number
}
