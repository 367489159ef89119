import type { SeriesDescription, SeriesPoints } from './series.js'

/** A series of a request. */
export interface SeriesSamples<Known> {
  /** Derived from its labels. */
  known: Known
  points: SeriesPoints
}

/** Series of earlier requests by their labels as sent, which senders repeat with every scrape. */
export interface RememberedSeries<Known> {
  find(labels: string): KnownLabels<Known> | undefined
  add(labels: string, known: KnownLabels<Known>): void
}

/** Labels that were decoded before. */
export interface KnownLabels<Known> {
  known: Known
  /** Nested messages and texts in them, which count towards the request's limit. */
  parts: number
}

/** How the series of a request are read. */
export interface ReadOptions<Known> {
  /** None by default. */
  remembered?: RememberedSeries<Known>
  derive: (series: SeriesDescription) => Known
}
