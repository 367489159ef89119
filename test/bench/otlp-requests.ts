import { limits, otlpMetaCodec, type OtlpSignal } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { eventually } from '../support/eventually.js'
import { readMetric } from '../support/read-metric.js'
import type { SignalboxProcess } from '../support/signalbox-process.js'
import { perSecond } from './report.js'

const connections = 8
const lostAfterMs = 120_000

/** Protobuf requests of one signal. */
export interface RequestLoad {
  bodies: readonly Buffer[]
  /** Spans or samples in all of them. */
  items: number
}

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
 * Sends the requests to an installation and waits until everything is stored.
 * @returns items stored per second, from the first request.
 */
export async function storeRequests(
  signalbox: SignalboxProcess,
  { bodies, items }: RequestLoad,
  { path, headers }: { path: string; headers: Record<string, string> },
): Promise<number> {
  const countStored = () =>
    readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', 'topic="otlp",outcome="stored"')
  const expected = (await countStored()) + items
  const startedAt = performance.now()
  const waiting = [...bodies]
  const send = async () => {
    for (let body = waiting.pop(); body; body = waiting.pop()) {
      const res = await fetch(signalbox.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${signalbox.apiKey}`, 'content-type': 'application/x-protobuf', ...headers },
        body: new Uint8Array(body),
      })
      if (!res.ok) throw new Error(`a request got status ${res.status}: ${await res.text()}`)
      await res.arrayBuffer()
    }
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
