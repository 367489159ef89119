import { limits } from '@signalbox/contracts'
import { decodeBody } from '@signalbox/envelope'

const openingBrace = 0x7b
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Decodes the event of a legacy store request: plain JSON, or base64 of zlib-compressed JSON as sent by old SDKs.
 * @returns The original bytes if they are neither: parsing them as JSON then reports the fault.
 */
export async function decodeStorePayload(body: Uint8Array): Promise<Uint8Array> {
  const first = body.find((byte) => !whiteSpace.has(byte))
  if (first === undefined || first === openingBrace) {
    return body
  }
  const bytes = Buffer.from(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'base64')
  if (bytes.length === 0 || bytes[0] === openingBrace) {
    return bytes
  }
  try {
    return await decodeBody(bytes, 'deflate', { bytesMax: limits.envelope.eventBytesMax })
  } catch {
    // The event is invalid, not the record: it is dropped as invalid JSON.
    return body
  }
}
