import type { EvidenceId } from '../../facts/fact-pack.js'

/** A deviation from normal at the time that the session asks about, with its start. */
export interface Departure {
  /** Service, container or host that shows it. */
  service: string
  source: 'metric' | 'log' | 'error' | 'span'
  /** Metric, log pattern, kind of error, or operation. */
  name: string
  /** Display name. */
  label: string
  /** Since when it has persisted without a break, Unix milliseconds. */
  at: number
  direction: 'up' | 'down'
  /** Effect size: deviations for a series; for others the improbability as -log10. */
  effect: number
  /** Probability that nothing has changed, 0 to 1. */
  p: number
  /** True if it appeared within minutes rather than as a ramp. */
  isSharp: boolean
  /** True if it is a failure by nature: errors, rejected work, restarts, lag. Changes of state are not. */
  isFailure: boolean
  /** True if it is the series that the alert names. */
  isAlerting: boolean
  /** True if it is an error that was absent for a day or more. */
  isRecurring?: true
  /** Levels: before, the level reached, and the last one by the time in question; null if it has no levels. */
  levels: { before: number; after: number; last: number } | null
  /** The message, or the metric's name. */
  text: string
  /** trace to fatal, for log lines. */
  level: string | null
  /** Lines, events or spans; 0 for series. */
  count: number
  /** Share of the full weight of its kind, by effect size; see `weigh-departures.ts`. */
  strength: number
  evidence: EvidenceId
}

/** The time range in which a departure must be visible to count as present when the alert fired. */
export interface AlertRange {
  /** Unix milliseconds. */
  firedAt: number
  /** End of the range: a quarter of an hour after the alert, if there is data that long. */
  until: number
}
