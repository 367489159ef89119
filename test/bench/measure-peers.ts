import { eventually } from '../support/eventually.js'
import { createEnvelopes } from './event-load.js'
import { installBugsink, startBugsink } from './peers/bugsink.js'
import type { RunningPeer } from './peers/peer.js'
import { startOurs } from './peers/signalbox.js'
import { processTree, readMegabytes } from './process-tree.js'
import { percentile, perSecond, type Measurement } from './report.js'

const connections = 8
const warmUp = 100
const lostAfterMs = 300_000
/** Merged files are deleted after a while. */
const restMs = 5_000

interface PeerFigures {
  acceptedPerSecond: number
  digestedPerSecond: number
  p99Ms: number
  megabytes: number
  bytesPerEvent: number
}

/**
 * Sends events of a thousand errors, 4 KB each with a stack of 20 frames, individually to Signalbox and to other
 * services, each alone on the machine. Measures acceptance, and digestion until the last event can be queried.
 */
export async function measurePeers(): Promise<Measurement[]> {
  if (!(await installBugsink())) return []
  const theirs = await measurePeer(await startBugsink(), 500)
  const ours = await measurePeer(await startOurs(), 10_000)
  const against = 'against Bugsink 2.6.1'
  return [
    {
      name: `events accepted, ${against}`,
      value: ours.acceptedPerSecond,
      baseline: theirs.acceptedPerSecond,
      unit: 'requests/s',
    },
    {
      name: `events digested, ${against}`,
      value: ours.digestedPerSecond,
      baseline: theirs.digestedPerSecond,
      unit: 'events/s',
      aim: '40 ×',
    },
    { name: `answer, p99, ${against}`, value: ours.p99Ms, baseline: theirs.p99Ms, unit: 'ms' },
    { name: `memory under load, ${against}`, value: ours.megabytes, baseline: theirs.megabytes, unit: 'MB' },
    {
      name: `disk of an event, ${against}`,
      value: ours.bytesPerEvent,
      baseline: theirs.bytesPerEvent,
      unit: 'bytes',
      aim: 'a tenth',
    },
  ]
}

async function measurePeer(peer: RunningPeer, events: number): Promise<PeerFigures> {
  try {
    await sendAll(peer, createEnvelopes(warmUp, 5))
    await untilStored(peer, warmUp)
    const bytesBefore = await peer.readBytes()
    const startedAt = performance.now()
    const times = await sendAll(peer, createEnvelopes(events))
    const acceptedPerSecond = perSecond(events, startedAt)
    await untilStored(peer, warmUp + events)
    const digestedPerSecond = perSecond(events, startedAt)
    const trees = await Promise.all(peer.pids.map(processTree))
    const memory = await Promise.all(trees.flat().map(readMegabytes))
    const megabytes = memory.reduce((sum, one) => sum + one, 0)
    await new Promise((resolve) => setTimeout(resolve, restMs))
    const bytesPerEvent = ((await peer.readBytes()) - bytesBefore) / events
    return { acceptedPerSecond, digestedPerSecond, p99Ms: percentile(times, 99), megabytes, bytesPerEvent }
  } finally {
    await peer.stop()
  }
}

/** @returns milliseconds per request. */
async function sendAll({ envelopeUrl, name }: RunningPeer, envelopes: readonly Uint8Array[]): Promise<number[]> {
  const waiting = [...envelopes]
  const times: number[] = []
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      const startedAt = performance.now()
      const headers = { 'content-type': 'application/x-sentry-envelope' }
      const res = await fetch(envelopeUrl, { method: 'POST', headers, body: new Uint8Array(body) })
      const text = await res.text()
      if (res.status !== 200) throw new Error(`${name} answered ${res.status}: ${text.slice(0, 200)}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  return times
}

async function untilStored(peer: RunningPeer, events: number): Promise<void> {
  await eventually(
    async () => {
      const stored = await peer.countStored()
      if (stored < events) throw new Error(`${peer.name} stored ${stored} of ${events} events`)
    },
    { withinMs: lostAfterMs, everyMs: 50 },
  )
}
