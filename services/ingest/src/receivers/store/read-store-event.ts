import { isUtf8 } from 'node:buffer'
import { limits, readEventId, parseJsonObject } from '@signalbox/contracts'
import { decodeBody } from '@signalbox/envelope'
import type { MemoryLease } from '@signalbox/service-kit'
import { ProtocolError } from '../../requests/protocol-error.js'

/** The parts of a single event that the response depends on. */
export interface StoreEvent {
  /** 32 lower-case hex digits; undefined if the event has none. */
  eventId: string | undefined
  type: 'event' | 'transaction'
  /** The decoded payload. */
  json: Uint8Array
}

const OPENING_BRACE = 0x7b

/**
 * Reads a single event: JSON, or base64-encoded zlib of JSON.
 * @throws ProtocolError 400 if it is neither; BodyError, also if it inflates beyond the event limit; OverloadedError
 */
export async function readStoreEvent(body: Uint8Array, memory: MemoryLease): Promise<StoreEvent> {
  const json = startsObject(body) ? body : await unpack(body, memory)
  const event = isUtf8(json)
    ? parseJsonObject(Buffer.from(json.buffer, json.byteOffset, json.length).toString())
    : undefined
  if (event === undefined) throw new ProtocolError(400, 'invalid JSON data')
  const type = event['type'] === 'transaction' ? 'transaction' : 'event'
  return { eventId: checkEventId(event['event_id']), type, json }
}

function startsObject(body: Uint8Array): boolean {
  return body.find((byte) => byte > 0x20) === OPENING_BRACE
}

function unpack(body: Uint8Array, memory: MemoryLease): Promise<Uint8Array> {
  const packed = Buffer.from(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'base64')
  memory.reserve(packed.length)
  const reserve = (bytes: number) => {
    memory.reserve(bytes)
  }
  return decodeBody(packed, 'deflate', { bytesMax: limits.envelope.eventBytesMax, reserve })
}

function checkEventId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const eventId = readEventId(value)
  if (eventId === undefined) throw new ProtocolError(400, 'invalid event data', { causes: ['event_id is not a UUID'] })
  return eventId
}
