import { setTimeout as delay } from 'node:timers/promises'
import type { InstallationLag } from '../support/distributed/installation-lag.js'
import type { LoadLedger } from '../support/load/load.js'

/** How a backlog was worked off. */
export interface CatchUp {
  /** Records that waited when the watch began. */
  backlog: number
  /** Milliseconds until the first of them was stored. */
  startedAfterMs: number
  /** From then until a quarter of the backlog was left. */
  tookMs: number
  /** Records stored in that time, those that came meanwhile included. */
  recordsPerSecond: number
}

/** A look at the log: how much was stored by then, counted from any beginning. */
interface Look {
  atMs: number
  waiting: number
  stored: number
}

const looksEveryMs = 100
const withinMs = 600_000
/** What was acknowledged between asking and counting makes a difference of a few records between two looks. */
const noise = 20

/**
 * Watches how a backlog is worked off while the load goes on, each of whose requests is one record. The last quarter is
 * left out: a machine that is slow for other reasons always has something that waits.
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
