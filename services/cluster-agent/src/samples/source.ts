import type { Sample } from './sample.js'

/** What one look at a source gave. */
export interface Collected {
  samples: readonly Sample[]
  /** What could not be read, each with its reason; the rest is in the samples. */
  failures: readonly Error[]
}

/** Something that can be measured: the own node, its host, its scrape targets. */
export interface Source {
  /** Names it in the log. */
  name: string
  /** @param now Unix milliseconds of this collection, the same for all sources. */
  collect(now: number): Promise<Collected>
}

/** Waits for all; what fails is put aside, and stands as undefined in its place. */
export async function settleAll<T>(
  attempts: readonly Promise<T>[],
): Promise<{ values: (T | undefined)[]; failures: Error[] }> {
  const results = await Promise.allSettled(attempts)
  return {
    values: results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [toError(result.reason)] : [])),
  }
}

/** What was thrown, as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
