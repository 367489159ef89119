import type { IncomingMessage } from 'node:http'
import type { ContentEncoding } from '@signalbox/contracts'
import { decodeBody, readContentEncoding } from '@signalbox/envelope'
import type { IngestMetrics } from '../ingest-metrics.js'
import type { InflatingThread } from './inflating-thread.js'
import { readBody, type ReadOptions } from './read-body.js'

/** The content encoding is not supported: 415. */
export class UnsupportedEncoding extends Error {
  override readonly name = 'UnsupportedEncoding'
}

export interface ReceiveOptions extends ReadOptions {
  /** Maximum size after inflation, in bytes. */
  inflatedBytesMax: number
  metrics: IngestMetrics
  inflating: InflatingThread
}

export interface ReceivedBody {
  /** As received; this is what the log stores. */
  raw: Buffer
  encoding: ContentEncoding
  inflated: Uint8Array
}

/** Reads and inflates a body within limits. @throws UnsupportedEncoding, and whatever reading and inflating throw. */
export async function receiveBody(req: IncomingMessage, options: ReceiveOptions): Promise<ReceivedBody> {
  const encoding = readContentEncoding(req.headers['content-encoding'])
  if (encoding === undefined) throw new UnsupportedEncoding()
  const raw = await readBody(req, options)
  const start = performance.now()
  const inflated = await inflate(raw, encoding, options)
  options.metrics.observeDecode((performance.now() - start) / 1_000)
  return { raw, encoding, inflated }
}

async function inflate(
  raw: Buffer,
  encoding: ContentEncoding,
  { inflatedBytesMax: bytesMax, memory, inflating }: ReceiveOptions,
): Promise<Uint8Array> {
  const reserve = (bytes: number) => {
    memory.reserve(bytes)
  }
  if (encoding !== 'zstd') return decodeBody(raw, encoding, { bytesMax, reserve })
  const inflated = await inflating.inflateZstd({ body: raw, bytesMax }, memory.sender)
  reserve(inflated.length)
  return inflated
}
