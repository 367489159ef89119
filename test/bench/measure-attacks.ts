import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addOrganization } from '../support/add-organization.js'
import { attackNames, type AttackName } from '../support/attacks/attacks.js'
import { startAttack } from '../support/attacks/start-attack.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { createSpan } from '../support/telemetry.js'
import { percentile, type Measurement } from './report.js'

const key = 'key-of-the-organization-that-is-not-attacked'
const phaseMs = 12_000
const pauseMs = { ingests: 15, lists: 100 }
const againMs = 50

interface Waits {
  /** Milliseconds. */
  ingests: number[]
  lists: number[]
}

/**
 * Measures another organization's latency during an attack, as a ratio to the quiet phase before, and how long stopping
 * takes.
 */
export async function measureAttacks(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const name of attackNames) measurements.push(...(await measureAttack(name)))
  return measurements
}

async function measureAttack(name: AttackName): Promise<Measurement[]> {
  const signalbox = await startSignalbox()
  try {
    addOrganization(join(signalbox.dataDirectory, 'control-plane'), key)
    // Connections, code and caches are warm in both phases.
    await watch(signalbox, phaseMs / 4)
    const quiet = await watch(signalbox, phaseMs)
    const end = await startAttack(name, signalbox)
    await delay(2_000)
    const attacked = await watch(signalbox, phaseMs)
    const startedAt = performance.now()
    const code = await signalbox.stop()
    const stopMs = performance.now() - startedAt
    await end()
    if (code !== 0) throw new Error(`the stop under ${name} ended with ${String(code)}`)
    const p99 = (waits: Waits) => percentile(waits.ingests, 99)
    const p95 = (waits: Waits) => percentile(waits.lists, 95)
    return [
      { name: `${name}: ingest p99`, value: p99(attacked), baseline: p99(quiet), unit: 'ms', aim: '≤ 2 ×' },
      { name: `${name}: list p95`, value: p95(attacked), baseline: p95(quiet), unit: 'ms', aim: '≤ 3 ×' },
      { name: `${name}: stop`, value: stopMs, unit: 'ms', aim: '≤ 10 s' },
    ]
  } finally {
    await signalbox.dispose()
  }
}

/** Sends and queries as another organization. */
async function watch(signalbox: SignalboxProcess, forMs: number): Promise<Waits> {
  const until = performance.now() + forMs
  const span = () => JSON.stringify({ spans: [createSpan({ service: 'theirs' })] })
  const ingests = repeat(until, pauseMs.ingests, () => send(`${signalbox.url}/api/v1/telemetry/spans/`, span()))
  const lists = repeat(until, pauseMs.lists, () =>
    send(`${signalbox.url}/api/v1/telemetry/query/traces/?since=1h&limit=10`),
  )
  const [ingested, listed] = await Promise.all([ingests, lists])
  return { ingests: ingested, lists: listed }
}

/**
 * Runs work sequentially with pauses.
 * @returns durations in milliseconds.
 */
async function repeat(until: number, pauseMs: number, work: () => Promise<void>): Promise<number[]> {
  const waits: number[] = []
  while (performance.now() < until) {
    const startedAt = performance.now()
    await work()
    waits.push(performance.now() - startedAt)
    await delay(pauseMs)
  }
  return waits
}

/** Retries until it succeeds: a client told to retry does so immediately, and the wait counts. */
async function send(url: string, body?: string): Promise<void> {
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
