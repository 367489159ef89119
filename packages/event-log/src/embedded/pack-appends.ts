import { topics } from '@signalbox/contracts/topics'
import type { AppendRequest, EncodedAppend, Numbered, PackedAppends } from './protocol.js'
import { recordHeadBytes, writeRecordHead, type EncodedRecords } from './segments/segment-format.js'

/** An append that has not been sent yet. */
export interface QueuedAppend {
  append: Numbered<AppendRequest>
  /** True if its large values may be transferred instead of copied. */
  handOver: boolean
}

/** From about this size, transferring a separate buffer is cheaper than copying. */
const OWN_BUFFER_BYTES_MIN = 64 * 1024

/** Packs the appends of one message. @returns them and the buffers to transfer. */
export function packAppends(queued: readonly QueuedAppend[]): { packed: PackedAppends; transfer: ArrayBuffer[] } {
  const numbers: number[] = []
  const large: Uint8Array<ArrayBuffer>[] = []
  const content = Buffer.allocUnsafeSlow(contentBytesOf(queued))
  let at = 0
  for (const { append, handOver } of queued) {
    const { appendedAt, records } = append
    numbers.push(append.id, topics.indexOf(append.topic), appendedAt, records.length)
    for (const { rows, headers, value } of records) {
      const valueAt = writeRecordHead(content, at, { rows, headers, value, appendedAt })
      const isLarge = handOver && isTransferable(value)
      if (isLarge) large.push(value)
      else content.set(value, valueAt)
      numbers.push(rows, valueAt - at - recordHeadBytes, value.byteLength, isLarge ? 1 : 0)
      at = isLarge ? valueAt : valueAt + value.byteLength
    }
  }
  const transfer = new Set([content.buffer, ...large.map(({ buffer }) => buffer)])
  return { packed: { numbers, content: content.buffer, large }, transfer: [...transfer] }
}

/**
 * True if a value is large and alone in its buffer, so that the buffer can be transferred instead of copied (never a
 * shared pool).
 */
function isTransferable(value: Uint8Array): value is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = value
  return byteLength >= OWN_BUFFER_BYTES_MIN && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
}

function contentBytesOf(queued: readonly QueuedAppend[]): number {
  let total = 0
  for (const { append, handOver } of queued) {
    total += append.bytes + append.records.length * recordHeadBytes
    for (const { value } of append.records) if (handOver && isTransferable(value)) total -= value.byteLength
  }
  return total
}

/** Unpacks appends. Their records are views of the packed content. */
export function unpackAppends(packed: PackedAppends): Numbered<EncodedAppend>[] {
  const reader = new AppendReader(packed)
  const appends: Numbered<EncodedAppend>[] = []
  while (!reader.isAtEnd) appends.push(reader.readAppend())
  return appends
}

class AppendReader {
  readonly #numbers: readonly number[]
  readonly #content: Uint8Array
  readonly #large: readonly Uint8Array[]
  #nextNumber = 0
  #nextByte = 0
  #nextLarge = 0

  constructor({ numbers, content, large }: PackedAppends) {
    this.#numbers = numbers
    this.#content = new Uint8Array(content)
    this.#large = large
  }

  get isAtEnd(): boolean {
    return this.#nextNumber >= this.#numbers.length
  }

  readAppend(): Numbered<EncodedAppend> {
    const id = this.#readNumber()
    const topic = topics[this.#readNumber()]
    if (topic === undefined) throw new TypeError('an append without a topic')
    const appendedAt = this.#readNumber()
    const sizes: EncodedRecords['sizes'][number][] = []
    const pieces: Uint8Array[] = []
    let start = this.#nextByte
    for (let left = this.#readNumber(); left > 0; left -= 1) {
      const rows = this.#readNumber()
      const headerBytes = this.#readNumber()
      const valueBytes = this.#readNumber()
      sizes.push({ rows, bytes: headerBytes + valueBytes, appendedAt })
      this.#nextByte += recordHeadBytes + headerBytes
      if (this.#readNumber() === 0) this.#nextByte += valueBytes
      else {
        pieces.push(this.#content.subarray(start, this.#nextByte), this.#readLarge())
        start = this.#nextByte
      }
    }
    if (this.#nextByte > start) pieces.push(this.#content.subarray(start, this.#nextByte))
    return { kind: 'append', id, topic, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), pieces, sizes }
  }

  #readNumber(): number {
    const number = this.#numbers[this.#nextNumber]
    if (number === undefined) throw new TypeError('a truncated append')
    this.#nextNumber += 1
    return number
  }

  #readLarge(): Uint8Array {
    const value = this.#large[this.#nextLarge]
    if (value === undefined) throw new TypeError('an append without its value')
    this.#nextLarge += 1
    return value
  }
}
