import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { callApi } from '../support/distributed/call-api.js'
import { startDistributed } from '../support/distributed/distributed-signalbox.js'
import { sendEvent } from '../support/distributed/send-event.js'
import { readDsnTarget, type DsnTarget } from '../support/post-envelope.js'
import { createRandom } from '../support/random.js'
import { startSignalbox } from '../support/signalbox-process.js'
import { hasPrograms } from './needed-programs.js'
import { percentile, type Measurement } from './report.js'

const rounds = 5
const eventsPerRound = 100
/**
 * Delay between an acknowledgement and the next event; random, so it cannot align with any period of the installation.
 */
const pauseMsMax = 100
/** Delay between a response and the next query. Measurements are accurate to this plus the duration of one query. */
const askingPauseMs = 20
const lostAfterMs = 30_000

/** How long a batch waits for more: the default, and a short wait to show its share of the latency. */
const batchWaits = [
  { name: '', env: {} },
  { name: ', batches of 20 ms', env: { SIGNALBOX_CONSUMER_BATCH_WAIT_MS: '20' } },
] as const

/** An installation to measure, with its own project. */
interface Measured {
  apiKey: string
  ingestUrl: string
  queryUrl: string
  target: DsnTarget
  dispose(): Promise<void>
}

/** Milliseconds per event until it was acknowledged, and from then until a query returned it; and per query. */
interface Times {
  acknowledged: number[]
  visible: number[]
  question: number[]
}

/**
 * Measures the time from an event's acknowledgement until a public API query returns it, at about twenty events per
 * second: in one process, and in separate ones on Kafka, alternating. One reader continuously queries the newest
 * errors, like an open page, so the query load does not grow with the events in flight.
 */
export async function measureLatency(): Promise<Measurement[]> {
  const hasAll = await hasPrograms('latency', ['java', 'mvn', 'redis-server'])
  const measurements: Measurement[] = []
  for (const { name, env } of batchWaits) {
    const [embedded, separate] = await measureInTurn([
      () => startEmbedded(env),
      ...(hasAll ? [() => startSeparate(env)] : []),
    ])
    if (embedded) measurements.push(...describe(`one process${name}`, embedded))
    if (separate) measurements.push(...describe(`separate processes${name}`, separate, embedded))
  }
  return measurements
}

/** The first round compiles and is not counted. */
async function measureInTurn(starts: readonly (() => Promise<Measured>)[]): Promise<Times[]> {
  const started: Measured[] = []
  try {
    for (const start of starts) started.push(await start())
    const all = started.map((measured) => ({ measured, times: noTimes() }))
    for (const { measured } of all) await sendAndWatch(measured, noTimes())
    for (let round = 0; round < rounds; round += 1) {
      for (const { measured, times } of all) await sendAndWatch(measured, times)
    }
    return all.map(({ times }) => times)
  } finally {
    for (const measured of started) await measured.dispose()
  }
}

function noTimes(): Times {
  return { acknowledged: [], visible: [], question: [] }
}

async function startEmbedded(env: Record<string, string>): Promise<Measured> {
  const signalbox = await startSignalbox({ env })
  const { url, apiKey } = signalbox
  const target = await signalbox.createProject('bench')
  return { apiKey, ingestUrl: url, queryUrl: url, target, dispose: () => signalbox.dispose() }
}

async function startSeparate(env: Record<string, string>): Promise<Measured> {
  const signalbox = await startDistributed({ counts: { agent: 0 }, env })
  const { apiKey, ingest, queries } = signalbox
  const made = await signalbox.controlPlane.call('POST', '/api/v1/telemetry/projects/', { name: 'bench' })
  const { dsn } = made.body as { dsn: string }
  return {
    apiKey,
    ingestUrl: ingest[0]?.url ?? '',
    queryUrl: queries[0]?.url ?? '',
    target: readDsnTarget(dsn),
    dispose: () => signalbox.dispose(),
  }
}

/** State of one round. */
interface Round {
  measured: Measured
  /** Receives the measurements. */
  times: Times
  /** Acknowledgement time of each event that no query has returned yet. */
  waiting: Map<string, number>
  isSent: boolean
}

async function sendAndWatch(measured: Measured, times: Times): Promise<void> {
  const round: Round = { measured, times, waiting: new Map(), isSent: false }
  await Promise.all([send(round), watch(round)])
}

async function send(round: Round): Promise<void> {
  const { measured, times, waiting } = round
  const random = createRandom(3)
  for (let event = 0; event < eventsPerRound; event += 1) {
    const eventId = randomBytes(16).toString('hex')
    const sentAt = performance.now()
    const { status } = await sendEvent(measured.ingestUrl, measured.target, { eventId, message: 'measured' })
    if (status !== 200) throw new Error(`an event got status ${status}`)
    waiting.set(eventId, performance.now())
    times.acknowledged.push(performance.now() - sentAt)
    await delay(random.integer(0, pauseMsMax))
  }
  round.isSent = true
}

/** Queries until all sent events have been returned. The page of newest errors can hold all events of a round. */
async function watch(round: Round): Promise<void> {
  const { measured, times, waiting } = round
  const path = `/api/v1/telemetry/query/errors/?since=1h&limit=${eventsPerRound}`
  while (!round.isSent || waiting.size > 0) {
    const askedAt = performance.now()
    const { status, body } = await callApi(measured.queryUrl, { method: 'GET', path, apiKey: measured.apiKey })
    if (status !== 200) throw new Error(`a query got status ${status}`)
    const answeredAt = performance.now()
    times.question.push(answeredAt - askedAt)
    for (const id of readEventIds(body)) {
      const acknowledgedAt = waiting.get(id)
      if (acknowledgedAt !== undefined) times.visible.push(answeredAt - acknowledgedAt)
      waiting.delete(id)
    }
    const [oldest = answeredAt] = waiting.values()
    if (answeredAt - oldest > lostAfterMs) throw new Error('an event did not become visible')
    await delay(askingPauseMs)
  }
}

function readEventIds(body: unknown): string[] {
  return (body as { events: { event_id: string }[] }).events.map(({ event_id: id }) => id)
}

function describe(name: string, times: Times, baseline?: Times): Measurement[] {
  const row = (what: keyof Times, percent: number, text: string, aim?: string): Measurement => ({
    name: `${name}: ${text}, p${percent}`,
    value: percentile(times[what], percent),
    unit: 'ms',
    ...(baseline && { baseline: percentile(baseline[what], percent) }),
    ...(aim !== undefined && { aim }),
  })
  return [
    row('acknowledged', 50, 'acknowledged'),
    row('visible', 50, 'queryable after that'),
    row('visible', 99, 'queryable after that', baseline ? undefined : '2 000 ms'),
    row('question', 50, 'query'),
  ]
}
