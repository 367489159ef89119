import { Agent, request } from 'node:http'
import { eventually } from '../support/eventually.js'
import { createEnvelopes } from './event-load.js'
import { installBugsink, startBugsink } from './peers/bugsink.js'
import type { RunningPeer } from './peers/peer.js'
import { startOurs } from './peers/signalbox.js'
import { readTreeMegabytes } from './process-tree.js'
import { percentile, perSecond, type Measurement } from './report.js'

const connections = 64
const warmUp = 100
const lostAfterMs = 300_000
/** Files are merged for a while after the last event, and deleted a while after that. */
const rest = { everyMs: 5_000, atMostMs: 90_000, equal: 0.01 }

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
  const theirs = await measurePeer(await startBugsink(), 1_000)
  const ours = await measurePeer(await startOurs(), 60_000)
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
    const megabytes = await readTreeMegabytes(peer.pids)
    const bytesPerEvent = ((await readBytesAtRest(peer)) - bytesBefore) / events
    return { acceptedPerSecond, digestedPerSecond, p99Ms: percentile(times, 99), megabytes, bytesPerEvent }
  } finally {
    await peer.stop()
  }
}

/** Reads the disk space once it hardly changes any more. */
async function readBytesAtRest(peer: RunningPeer): Promise<number> {
  let bytes = await peer.readBytes()
  for (let waitedMs = 0; waitedMs < rest.atMostMs; waitedMs += rest.everyMs) {
    await new Promise((resolve) => setTimeout(resolve, rest.everyMs))
    const before = bytes
    bytes = await peer.readBytes()
    if (Math.abs(bytes - before) < rest.equal * before) break
  }
  return bytes
}

/** @returns milliseconds per request. */
async function sendAll({ envelopeUrl, name }: RunningPeer, envelopes: readonly Uint8Array[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = [...envelopes]
  const times: number[] = []
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      const startedAt = performance.now()
      const [status, text] = await post(agent, envelopeUrl, body)
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 200)}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  agent.destroy()
  return times
}

/** Plain `node:http`: `fetch` takes so much processor time that the client would limit what it measures. */
function post(agent: Agent, url: string, body: Uint8Array): Promise<[status: number | undefined, text: string]> {
  const headers = { 'content-type': 'application/x-sentry-envelope', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const req = request(url, { agent, method: 'POST', headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () => {
        resolve([res.statusCode, text])
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    req.end(body)
  })
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
