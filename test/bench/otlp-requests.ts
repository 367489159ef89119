import { limits, otlpMetaCodec, type OtlpSignal } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'
import { median, perSecond } from './report.js'

const storedRounds = 5
const connections = 8
const lostAfterMs = 120_000

/** Protobuf requests of one signal. */
export interface RequestLoad {
  bodies: readonly Buffer[]
  /** Spans or samples in all of them. */
  items: number
}

/** Where requests of a signal are sent, with their headers besides type and key. */
export interface OtlpRoute {
  path: string
  headers: Record<string, string>
}

export const tracesRoute: OtlpRoute = { path: '/v1/traces', headers: {} }

/** Processes the requests in this thread, up to encoded rows. */
export function toRows({ bodies, items }: RequestLoad, signal: OtlpSignal) {
  const headers = otlpMetaCodec.encode({
    organizationId: 'organization',
    receivedAt: Date.now(),
    encoding: 'identity',
    signal,
    format: 'protobuf',
  })
  const records = bodies.map((value, offset) => ({ offset, rows: items / bodies.length, headers, value }))
  const batch = { topic: 'otlp', partition: 0, start: 0, end: records.length, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}

/**
 * Sends one load after the other to an installation and waits until each is stored. The first round compiles and is not counted.
 * @returns the median of items stored per second, from the first request of a load.
 */
export async function measureStored(
  route: OtlpRoute,
  createLoad: (round: number) => RequestLoad | Promise<RequestLoad>,
): Promise<number> {
  const signalbox = await startSignalbox()
  try {
    const values: number[] = []
    for (let round = 0; round <= storedRounds; round += 1) {
      const value = await storeRequests(signalbox, await createLoad(round), route)
      if (round > 0) values.push(value)
    }
    return median(values)
  } finally {
    await signalbox.dispose()
  }
}

async function storeRequests(
  signalbox: SignalboxProcess,
  { bodies, items }: RequestLoad,
  route: OtlpRoute,
): Promise<number> {
  const countStored = () =>
    readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'topic="otlp",outcome="stored"')
  const expected = (await countStored()) + items
  const startedAt = performance.now()
  const waiting = [...bodies]
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) await postRequest(signalbox, route, body)
  }
  await Promise.all(Array.from({ length: connections }, send))
  await eventually(
    async () => {
      const stored = await countStored()
      if (stored !== expected) throw new Error(`${stored} of ${expected} items are stored`)
    },
    { withinMs: lostAfterMs, everyMs: 20 },
  )
  return perSecond(items, startedAt)
}

/** @throws Error if the request is not accepted. */
export async function postRequest(
  { url, apiKey }: SignalboxProcess,
  { path, headers }: OtlpRoute,
  body: Buffer,
): Promise<void> {
  const res = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-protobuf', ...headers },
    body: new Uint8Array(body),
  })
  if (!res.ok) throw new Error(`a request got status ${res.status}: ${await res.text()}`)
  await res.arrayBuffer()
}
