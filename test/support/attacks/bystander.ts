import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../../bench/report.js'
import type { SignalboxProcess } from '../signalbox-process.js'
import { createSpan } from '../telemetry.js'

/** How long another organization may wait under attack, as a factor of its quiet figures, and how long a stop may take. */
export const aims = { ingestP99: 2, listP95: 3, stopMs: 10_000 }

const pauseMs = { ingests: 15, lists: 100 }
const againMs = 50

/** Milliseconds. */
export interface Waits {
  ingests: number[]
  lists: number[]
}

/** The percentiles that the aims are about. */
export interface WaitsSummary {
  ingestP99: number
  listP95: number
}

/** Sends spans and lists traces as an uninvolved organization, one at a time each, and measures its waits. */
export async function watchBystander({ url }: SignalboxProcess, key: string, forMs: number): Promise<Waits> {
  const until = performance.now() + forMs
  const span = () => JSON.stringify({ spans: [createSpan({ service: 'theirs' })] })
  const [ingests, lists] = await Promise.all([
    repeat(until, pauseMs.ingests, () => send(`${url}/api/v1/telemetry/spans/`, key, span())),
    repeat(until, pauseMs.lists, () => send(`${url}/api/v1/telemetry/query/traces/?since=1h&limit=10`, key)),
  ])
  return { ingests, lists }
}

/** Stores traces of an organization, in one request. */
export async function storeTraces({ url }: SignalboxProcess, key: string, count: number): Promise<void> {
  const spans = Array.from({ length: count }, () => createSpan({ service: 'theirs' }))
  await send(`${url}/api/v1/telemetry/spans/`, key, JSON.stringify({ spans }))
}

export function summarizeWaits({ ingests, lists }: Waits): WaitsSummary {
  return { ingestP99: percentile(ingests, 99), listP95: percentile(lists, 95) }
}

/**
 * Runs work sequentially with pauses.
 * @returns durations in milliseconds.
 */
async function repeat(until: number, pause: number, work: () => Promise<void>): Promise<number[]> {
  const waits: number[] = []
  while (performance.now() < until) {
    const startedAt = performance.now()
    await work()
    waits.push(performance.now() - startedAt)
    await delay(pause)
  }
  return waits
}

/** Retries until it succeeds: a client told to retry does so immediately, and the wait counts. */
async function send(url: string, key: string, body?: string): Promise<void> {
  for (;;) {
    const res = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await res.text()
    if (res.ok) return
    if (res.status !== 503) throw new Error(`${url} got status ${res.status}: ${text}`)
    await delay(againMs)
  }
}
