import { MalformedError, TooLargeError } from '../malformed-error.js'

/** A buffer being filled. */
interface Output {
  bytes: Buffer
  length: number
}

/** Meaning of a tag, and position of the next one. */
interface Element {
  next: number
  length: number
  /** How far back a copy starts; 0 for literal bytes. */
  distance: number
}

/**
 * Decompresses a Snappy block: its length as a varint, then literals and copies of earlier output.
 * @param bytesMax Maximum decompressed size, checked before anything is written.
 * @throws MalformedError, TooLargeError
 */
export function uncompressSnappy(input: Uint8Array, bytesMax: number): Buffer {
  const { length, next } = readLength(input)
  if (length > bytesMax) throw new TooLargeError(`a body can have at most ${bytesMax} bytes`)
  const output: Output = { bytes: Buffer.allocUnsafe(length), length: 0 }
  let position = next
  while (position < input.length) {
    const element = readElement(input, position)
    if (output.length + element.length > length) throw malformed()
    position = element.distance === 0 ? addLiteral(output, input, element) : addCopy(output, element)
  }
  if (output.length !== length) throw malformed()
  return output.bytes
}

function malformed(): MalformedError {
  return new MalformedError('the body is not compressed with snappy')
}

function readLength(input: Uint8Array): { length: number; next: number } {
  let length = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = byteAt(input, index)
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { length, next: index + 1 }
  }
  throw malformed()
}

function byteAt(input: Uint8Array, index: number): number {
  const byte = input[index]
  if (byte === undefined) throw malformed()
  return byte
}

function numberAt(input: Uint8Array, index: number, bytes: number): number {
  let value = 0
  for (let place = 0; place < bytes; place += 1) value += byteAt(input, index + place) * 2 ** (8 * place)
  return value
}

function readElement(input: Uint8Array, position: number): Element {
  const tag = byteAt(input, position)
  const upper = tag >>> 2
  const kind = tag & 3
  if (kind === 0) {
    const lengthBytes = Math.max(0, upper - 59)
    const length = 1 + (lengthBytes === 0 ? upper : numberAt(input, position + 1, lengthBytes))
    return { next: position + 1 + lengthBytes, length, distance: 0 }
  }
  if (kind === 1) {
    const distance = ((tag >>> 5) << 8) + byteAt(input, position + 1)
    return copyOf({ next: position + 2, length: (upper & 7) + 4, distance })
  }
  const distanceBytes = kind === 2 ? 2 : 4
  const distance = numberAt(input, position + 1, distanceBytes)
  return copyOf({ next: position + 1 + distanceBytes, length: upper + 1, distance })
}

function copyOf(element: Element): Element {
  if (element.distance === 0) throw malformed()
  return element
}

function addLiteral(output: Output, input: Uint8Array, { next, length }: Element): number {
  if (next + length > input.length) throw malformed()
  output.bytes.set(input.subarray(next, next + length), output.length)
  output.length += length
  return next + length
}

/** A copy may overlap its own output, which repeats it. */
function addCopy(output: Output, { next, length, distance }: Element): number {
  const { bytes } = output
  const start = output.length - distance
  if (start < 0) throw malformed()
  for (let index = 0; index < length; index += 1) bytes[output.length + index] = bytes[start + index] ?? 0
  output.length += length
  return next
}
