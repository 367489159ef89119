import { parseHeaders, type StoredInput } from '../single-partition/admission.js'
import type { RecordSize } from '../single-partition/batch-window.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import { cutPiece } from '../single-partition/range-window.js'
import type { LogRange, LogRecord, PartitionBounds, RangeRequest, StoredRecord } from '../event-log.js'

type MemoryRecord = StoredInput & RecordSize

/** One topic of a memory log, including the state that a disk would hold. */
export class MemoryTopic {
  readonly groups = new Map<string, GroupPosition>()
  nextOffset = 1
  bytes = 0
  #records: MemoryRecord[] = []

  append(records: readonly StoredInput[], appendedAt: number): void {
    for (const record of records) {
      // Copied, so that a caller that reuses its buffer does not change the record.
      this.#records.push({ ...record, value: Uint8Array.from(record.value), offset: this.nextOffset, appendedAt })
      this.nextOffset += 1
      this.bytes += record.bytes
    }
  }

  /** Returns a group's position; a new group starts at the oldest stored record. */
  join(group: string): GroupPosition {
    const position = this.groups.get(group) ?? { offset: this.#firstOffset(), planEnd: undefined }
    this.groups.set(group, position)
    return position
  }

  sizesFrom(offset: number): Iterable<RecordSize> {
    return this.#records.slice(this.#indexOf(offset))
  }

  read(start: number, end: number): LogRecord[] {
    return this.#copy(start, end)
  }

  bounds(): PartitionBounds {
    return { partition: 0, start: this.#firstOffset(), end: this.nextOffset }
  }

  offsetAt(time: number): number {
    return this.#records.find(({ appendedAt }) => appendedAt >= time)?.offset ?? this.nextOffset
  }

  readRange(request: RangeRequest): LogRange {
    const { end, next } = cutPiece(request, this.sizesFrom(request.from))
    return { records: this.#copy(request.from, end), next }
  }

  deleteConsumed(): void {
    const consumedEnd = Math.min(...[...this.groups.values()].map((position) => position.offset))
    const kept = this.#records.slice(this.#indexOf(consumedEnd))
    this.#records = kept
    this.bytes = kept.reduce((sum, record) => sum + record.bytes, 0)
  }

  /** Deletes the oldest records while the topic exceeds `bytesMax`. */
  deleteBeyond(bytesMax: number): void {
    while (this.bytes > bytesMax) {
      this.bytes -= this.#records.shift()?.bytes ?? this.bytes
    }
  }

  #copy(start: number, end: number): StoredRecord[] {
    const held = this.#records.slice(this.#indexOf(start), this.#indexOf(end))
    return held.map(({ offset, headers, value, rows, appendedAt }) => ({
      offset,
      headers: parseHeaders(headers),
      value: Uint8Array.from(value),
      rows,
      appendedAt,
    }))
  }

  #firstOffset(): number {
    return this.#records[0]?.offset ?? this.nextOffset
  }

  /** Offsets have no gaps here. */
  #indexOf(offset: number): number {
    return Math.min(this.#records.length, Math.max(0, offset - this.#firstOffset()))
  }
}
