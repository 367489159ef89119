import type { Sample } from './sample.js'

/** Result of collecting from a source once. */
export interface Collected {
  samples: readonly Sample[]
  /** What could not be read, with reasons; everything else is in the samples. */
  failures: readonly Error[]
}

/** Something to measure: the agent's node, its host, its scrape targets. */
export interface Source {
  /** Name for the log. */
  name: string
  /** @param now time of this collection in Unix milliseconds, the same for all sources. */
  collect(now: number): Promise<Collected>
}

/** Waits for all promises. Failures are collected, and their results are undefined. */
export async function settleAll<T>(
  attempts: readonly Promise<T>[],
): Promise<{ values: (T | undefined)[]; failures: Error[] }> {
  const results = await Promise.allSettled(attempts)
  return {
    values: results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [toError(result.reason)] : [])),
  }
}

/** Converts a thrown value into an Error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
