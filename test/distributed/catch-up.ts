import { setTimeout as delay } from 'node:timers/promises'
import type { InstallationLag } from '../support/distributed/installation-lag.js'
import type { LoadLedger } from '../support/load/load.js'

/** How a backlog was processed. */
export interface CatchUp {
  /** Waiting records at the start. */
  backlog: number
  /** Milliseconds until the first of them was stored. */
  startedAfterMs: number
  /** From then until a quarter of the backlog was left. */
  tookMs: number
  /** Records stored in that time, including new ones. */
  recordsPerSecond: number
}

/** A sample of the log: the number of stored records, counted from an arbitrary start. */
interface Look {
  atMs: number
  waiting: number
  stored: number
}

const looksEveryMs = 100
const withinMs = 600_000
/** Records acknowledged between query and count make a difference of a few records between two samples. */
const noise = 20

/**
 * Measures how a backlog is processed under continuing load, in which each request is one record. Ignores the last
 * quarter: a machine that is slow for other reasons always has some backlog.
 */
export async function watchCatchUp(lag: InstallationLag, { acknowledged }: LoadLedger): Promise<CatchUp> {
  const beganAt = performance.now()
  const look = async (): Promise<Look> => {
    const waiting = await lag.read()
    return { atMs: performance.now() - beganAt, waiting, stored: acknowledged.length - waiting }
  }
  const first = await look()
  let start = first
  let last = first
  while (last.waiting > first.waiting / 4) {
    if (last.atMs > withinMs) throw new Error(`${last.waiting} records still wait`)
    await delay(looksEveryMs)
    last = await look()
    if (last.stored <= first.stored + noise) start = last
  }
  const tookMs = last.atMs - start.atMs
  const recordsPerSecond = ((last.stored - start.stored) / tookMs) * 1_000
  return { backlog: first.waiting, startedAfterMs: start.atMs, tookMs, recordsPerSecond }
}
