import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { eventually } from '../support/eventually.js'
import { percentile, perSecond } from './report.js'

const lostAfterMs = 900_000

/** Headers that say what a request contains, by kind of item. */
export const contentTypes = {
  event: { 'content-type': 'application/x-sentry-envelope' },
  span: { 'content-type': 'application/x-protobuf' },
  sample: {
    'content-type': 'application/x-protobuf',
    'content-encoding': 'snappy',
    'x-prometheus-remote-write-version': '0.1.0',
  },
}

/** Requests with telemetry. */
export interface RequestLoad {
  bodies: readonly Uint8Array[]
  /** Events, spans or samples in all of them. */
  items: number
}

/** A running service that stores what it is sent. */
export interface LoadTarget {
  name: string
  /** Where requests are posted, with their headers, including credentials. */
  url: string
  headers: OutgoingHttpHeaders
  /** Number of items that can be queried. */
  countStored(): Promise<number>
}

export interface LoadFigures {
  /** Requests. */
  acceptedPerSecond: number
  /** Items, from the first request until the last item can be queried. */
  storedPerSecond: number
  p99Ms: number
}

/**
 * Sends requests in their order over several connections, then waits until everything is stored.
 * @throws Error if a request is not accepted, or an item not stored.
 */
export async function storeLoad(
  target: LoadTarget,
  { bodies, items }: RequestLoad,
  connections: number,
): Promise<LoadFigures> {
  const expected = (await target.countStored()) + items
  const startedAt = performance.now()
  const times = await sendAll(target, bodies, connections)
  const acceptedPerSecond = perSecond(bodies.length, startedAt)
  await eventually(
    async () => {
      const stored = await target.countStored()
      if (stored !== expected) throw new Error(`${target.name} stored ${stored} of ${expected} items`)
    },
    { withinMs: lostAfterMs, everyMs: 20 },
  )
  return { acceptedPerSecond, storedPerSecond: perSecond(items, startedAt), p99Ms: percentile(times, 99) }
}

/**
 * Sends requests in their order over several connections.
 * @returns milliseconds per request.
 * @throws Error if a request is not accepted.
 */
export async function sendAll(
  target: LoadTarget,
  bodies: readonly Uint8Array[],
  connections: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const waiting = bodies.values()
  const times: number[] = []
  const send = async () => {
    for (const body of waiting) {
      const startedAt = performance.now()
      await post(agent, target, body)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  agent.destroy()
  return times
}

/** Plain `node:http`: `fetch` uses so much processor time that the client would limit what it measures. */
async function post(agent: Agent, { name, url, headers }: LoadTarget, body: Uint8Array): Promise<void> {
  const [status = 0, text] = await new Promise<[status: number | undefined, text: string]>((resolve, reject) => {
    const length = { 'content-length': body.length }
    const req = request(url, { agent, method: 'POST', headers: { ...headers, ...length } }, (res) => {
      let answer = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (answer += chunk))
      res.on('end', () => {
        resolve([res.statusCode, answer])
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    req.end(body)
  })
  if (status < 200 || status > 299) throw new Error(`${name} answered ${status}: ${text.slice(0, 200)}`)
}
