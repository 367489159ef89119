import type { RecordSize } from '../../single-partition/batch-window.js'

/** A record and where it begins in its segment's file. */
export interface IndexedRecord extends RecordSize {
  position: number
}

/** Numbers that are kept of each record: its position, rows, the bytes of all records before it, and its append time. */
const numbersPerRecord = 4

/** Positions and sizes of a segment's records. Plain numbers, because a segment may contain 100 000 records. */
export class SegmentIndex {
  readonly firstOffset: number
  #numbers = new Float64Array(64 * numbersPerRecord)
  #count = 0
  #bytes = 0

  constructor(firstOffset: number) {
    this.firstOffset = firstOffset
  }

  /** Offset after the last record. */
  get endOffset(): number {
    return this.firstOffset + this.#count
  }

  /** Bytes of values and headers of all records. */
  get bytes(): number {
    return this.#bytes
  }

  add({ position, rows, bytes, appendedAt }: Omit<IndexedRecord, 'offset'>): void {
    const at = this.#count * numbersPerRecord
    if (at === this.#numbers.length) {
      const larger = new Float64Array(2 * at)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[at] = position
    this.#numbers[at + 1] = rows
    this.#numbers[at + 2] = this.#bytes
    this.#numbers[at + 3] = appendedAt
    this.#bytes += bytes
    this.#count += 1
  }

  /** @param offset Of a record of this segment. */
  at(offset: number): IndexedRecord {
    return {
      offset,
      position: this.#number(offset, 0),
      rows: this.#number(offset, 1),
      bytes: this.bytesBefore(offset + 1) - this.bytesBefore(offset),
      appendedAt: this.#number(offset, 3),
    }
  }

  /** Bytes of the records before an offset. */
  bytesBefore(offset: number): number {
    if (offset <= this.firstOffset) return 0
    return offset >= this.endOffset ? this.#bytes : this.#number(offset, 2)
  }

  #number(offset: number, which: number): number {
    const number = this.#numbers[(offset - this.firstOffset) * numbersPerRecord + which]
    if (number === undefined) throw new RangeError(`offset ${offset} is not in this segment`)
    return number
  }
}
