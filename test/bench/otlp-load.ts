import { readFile } from 'node:fs/promises'
import { messageType } from '../../packages/otlp/test/otlp-schema.js'
import type { RequestLoad } from './store-load.js'

/** Copies of the capture per request: about as many spans as SDKs send at once. */
const copiesPerRequest = 20
const nsPerMs = 1_000_000n

/** A span as decoded by protobufjs; 64-bit numbers have a `toString`. */
interface CapturedSpan {
  traceId: Uint8Array
  spanId: Uint8Array
  parentSpanId: Uint8Array
  startTimeUnixNano: { toString(): string }
  endTimeUnixNano: { toString(): string }
}

interface CapturedRequest {
  resourceSpans: { scopeSpans: { spans: CapturedSpan[] }[] }[]
}

/**
 * Requests that repeat a real SDK's spans: each copy has its own ids and ends now, and is otherwise unmodified. Loads
 * with different numbers contain different spans.
 */
export async function createOtlpLoad(load: number, requests: number): Promise<RequestLoad> {
  const capture = await readFile(new URL('../fixtures/otlp/proto-004-traces.pb', import.meta.url))
  const type = messageType('Traces')
  const bodies: Buffer[] = []
  let spans = 0
  for (let request = 0; request < requests; request += 1) {
    const captured = type.decode(capture) as unknown as CapturedRequest
    const first = (load * requests + request) * copiesPerRequest
    for (const scope of captured.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)) {
      const copies = Array.from({ length: copiesPerRequest }, (_, copy) => copySpans(scope.spans, first + copy))
      scope.spans = copies.flat()
      spans += scope.spans.length
    }
    bodies.push(Buffer.from(type.encode(captured).finish()))
  }
  return { bodies, items: spans }
}

/** The ids of a copy are changed consistently, so spans still refer to their parents. */
function copySpans(spans: readonly CapturedSpan[], copy: number): CapturedSpan[] {
  const end = BigInt(Date.now()) * nsPerMs
  return spans.map((span) => {
    const duration = BigInt(span.endTimeUnixNano.toString()) - BigInt(span.startTimeUnixNano.toString())
    return {
      ...span,
      traceId: mix(span.traceId, copy),
      spanId: mix(span.spanId, copy),
      parentSpanId: mix(span.parentSpanId, copy),
      startTimeUnixNano: (end - duration).toString(),
      endTimeUnixNano: end.toString(),
    }
  })
}

/** @param id empty for a root's parent. */
function mix(id: Uint8Array, copy: number): Uint8Array {
  if (id.length === 0) return id
  const mixed = Buffer.from(id)
  mixed.writeUInt32LE((mixed.readUInt32LE(0) ^ copy) >>> 0, 0)
  return mixed
}
