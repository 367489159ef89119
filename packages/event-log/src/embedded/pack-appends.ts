import { topics } from '@signalbox/contracts/topics'
import type { StoredInput } from '../single-partition/admission.js'
import { isTransferable } from './pack-values.js'
import type { AppendRequest, Numbered, PackedAppends } from './protocol.js'

/** An append that has not been sent yet. */
export interface QueuedAppend {
  append: Numbered<AppendRequest>
  /** True if its large values may be transferred instead of copied. */
  handOver: boolean
}

/** In place of a value's length: the value is the next one of `large`. */
const isLarge = -1

/** Packs the appends of one message. @returns them and the buffers to transfer. */
export function packAppends(queued: readonly QueuedAppend[]): { packed: PackedAppends; transfer: ArrayBuffer[] } {
  const numbers: number[] = []
  const large: Uint8Array<ArrayBuffer>[] = []
  const content = Buffer.allocUnsafeSlow(copiedBytesOf(queued))
  let at = 0
  for (const { append, handOver } of queued) {
    numbers.push(append.id, topics.indexOf(append.topic), append.appendedAt, append.records.length)
    for (const { rows, headers, value } of append.records) {
      const headerBytes = content.write(headers, at)
      at += headerBytes
      if (handOver && isTransferable(value)) {
        large.push(value)
        numbers.push(rows, headerBytes, isLarge)
      } else {
        content.set(value, at)
        at += value.byteLength
        numbers.push(rows, headerBytes, value.byteLength)
      }
    }
  }
  const transfer = new Set([content.buffer, ...large.map(({ buffer }) => buffer)])
  return { packed: { numbers, content: content.buffer, large }, transfer: [...transfer] }
}

function copiedBytesOf(queued: readonly QueuedAppend[]): number {
  let total = 0
  for (const { append, handOver } of queued) {
    total += append.bytes
    for (const { value } of append.records) if (handOver && isTransferable(value)) total -= value.byteLength
  }
  return total
}

/** Unpacks appends. Their values are views of the packed content. */
export function unpackAppends(packed: PackedAppends): Numbered<AppendRequest>[] {
  const reader = new AppendReader(packed)
  const appends: Numbered<AppendRequest>[] = []
  while (!reader.isAtEnd) appends.push(reader.readAppend())
  return appends
}

class AppendReader {
  readonly #numbers: readonly number[]
  readonly #content: Buffer
  readonly #large: readonly Uint8Array[]
  #nextNumber = 0
  #nextByte = 0
  #nextLarge = 0

  constructor({ numbers, content, large }: PackedAppends) {
    this.#numbers = numbers
    this.#content = Buffer.from(content)
    this.#large = large
  }

  get isAtEnd(): boolean {
    return this.#nextNumber >= this.#numbers.length
  }

  readAppend(): Numbered<AppendRequest> {
    const id = this.#readNumber()
    const topic = topics[this.#readNumber()]
    if (topic === undefined) throw new TypeError('an append without a topic')
    const appendedAt = this.#readNumber()
    const records: StoredInput[] = []
    let bytes = 0
    for (let left = this.#readNumber(); left > 0; left -= 1) {
      const record = this.#readRecord()
      records.push(record)
      bytes += record.bytes
    }
    return { kind: 'append', id, topic, records, bytes, appendedAt }
  }

  #readRecord(): StoredInput {
    const rows = this.#readNumber()
    const headerBytes = this.#readNumber()
    const headers = this.#readBytes(headerBytes).toString()
    const valueBytes = this.#readNumber()
    const value = valueBytes === isLarge ? this.#readLarge() : this.#readBytes(valueBytes)
    return { headers, value, rows, bytes: headerBytes + value.byteLength }
  }

  #readNumber(): number {
    const number = this.#numbers[this.#nextNumber]
    if (number === undefined) throw new TypeError('a truncated append')
    this.#nextNumber += 1
    return number
  }

  #readBytes(length: number): Buffer {
    const start = this.#nextByte
    this.#nextByte += length
    return this.#content.subarray(start, this.#nextByte)
  }

  #readLarge(): Uint8Array {
    const value = this.#large[this.#nextLarge]
    if (value === undefined) throw new TypeError('an append without its value')
    this.#nextLarge += 1
    return value
  }
}
