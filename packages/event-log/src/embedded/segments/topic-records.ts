import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RecordSize } from '../../single-partition/batch-window.js'
import type { PackedRecord } from '../protocol.js'
import { bytesOf, type EncodedRecords } from './segment-format.js'
import { DamagedSegment, DiskFull } from './segment-failure.js'
import { Segment, sizeOf, type SegmentSummary } from './segment.js'

/** A full segment is followed by a new one. Consumed records are deleted by whole segments. */
const segmentBytesMax = 16 * 1024 * 1024

/** Segments besides the last whose index stays in memory. */
const segmentsInMemoryMax = 2

const extension = '.segment'

export interface TopicRecordsOptions {
  /** Path of the segments, without offset and extension. */
  prefix: string
  /** As left by a clean stop; undefined after an unclean one, when every segment is checked. */
  segments: readonly SegmentSummary[] | undefined
  /** All records before it are consumed; segments that contain no others are deleted. */
  firstOffset: number
  /** Bytes of segments beyond which appends fail, as on a full disk. */
  fileBytesMax: number
}

/**
 * The records of one topic, in segment files that are only appended to. Methods throw errors of Node's file system,
 * `DiskFull` and `DamagedSegment`.
 */
export class TopicRecords {
  readonly #prefix: string
  readonly #fileBytesMax: number
  /** In the order of offsets, without gaps. */
  readonly #segments: Segment[]
  /** Segments with an index in memory, most recently used last. */
  #inMemory: Segment[] = []
  #firstOffset: number
  #nextOffset: number
  #bytes: number
  /** True if nothing may be appended to the last segment, such as after a failed write. */
  #isLastAbandoned: boolean

  constructor({ prefix, segments, firstOffset, fileBytesMax }: TopicRecordsOptions) {
    this.#prefix = prefix
    this.#fileBytesMax = fileBytesMax
    this.#segments = segments === undefined ? recoverSegments(prefix) : reopenSegments(prefix, segments)
    this.#nextOffset = Math.max(firstOffset, this.#segments.at(-1)?.summary.endOffset ?? 1)
    this.#firstOffset = Math.max(firstOffset, this.#segments[0]?.summary.firstOffset ?? this.#nextOffset)
    this.#bytes = this.#bytesFrom(this.#firstOffset)
    // All records of the last segment are consumed if its end is lost.
    this.#isLastAbandoned = this.#nextOffset !== this.#segments.at(-1)?.summary.endOffset
    this.#deleteSegments()
  }

  /** Bytes of values and headers of all records that are not deleted. */
  get bytes(): number {
    return this.#bytes
  }

  /** Offset of the oldest record, or of the next one if there is none. */
  get firstOffset(): number {
    return this.#firstOffset
  }

  get nextOffset(): number {
    return this.#nextOffset
  }

  /** For the next start after a clean stop. */
  get segments(): SegmentSummary[] {
    return this.#segments.map(({ summary }) => summary)
  }

  /** Durable on return. A failed append leaves nothing behind, except perhaps after a crash. */
  append(records: EncodedRecords): void {
    const segment = this.#writable()
    try {
      if (this.#fileBytes() + bytesOf(records.pieces) > this.#fileBytesMax) throw new DiskFull(this.#prefix)
      segment.append(records)
    } catch (error) {
      this.#abandon(segment)
      throw error
    }
    this.#nextOffset = segment.summary.endOffset
    for (const { bytes } of records.sizes) this.#bytes += bytes
  }

  /** Iterates over the sizes of the records at or after the offset. Nothing else may be read until the loop ends. */
  *sizesFrom(offset: number): Generator<RecordSize> {
    let at = Math.max(offset, this.#firstOffset)
    while (at < this.#nextOffset) {
      const segment = this.#segmentOf(at)
      for (; at < segment.summary.endOffset; at += 1) yield segment.recordAt(at)
    }
  }

  /** Records from `start` to `end` (exclusive), without deleted ones, and the buffers that their values are views of. */
  read(start: number, end: number): { records: PackedRecord[]; buffers: ArrayBuffer[] } {
    const records: PackedRecord[] = []
    const buffers: ArrayBuffer[] = []
    let at = Math.max(start, this.#firstOffset)
    const stop = Math.min(end, this.#nextOffset)
    while (at < stop) {
      const segment = this.#segmentOf(at)
      const next = Math.min(stop, segment.summary.endOffset)
      const part = segment.read(at, next)
      for (const record of part.records) records.push(record)
      buffers.push(part.buffer)
      at = next
    }
    return { records, buffers }
  }

  appendedAt(offset: number): number {
    return this.#segmentOf(offset).recordAt(offset).appendedAt
  }

  /** Deletes the records before the offset. A segment's space is free once all of its records are deleted. */
  deleteBefore(offset: number): void {
    this.#bytes = this.#bytesFrom(offset)
    this.#firstOffset = offset
    this.#deleteSegments()
  }

  close(): void {
    for (const segment of this.#inMemory.splice(0)) segment.close()
  }

  /** The segment for the next append. */
  #writable(): Segment {
    const last = this.#segments.at(-1)
    if (last !== undefined && !this.#isLastAbandoned && last.summary.size < segmentBytesMax) {
      this.#use(last)
      return last
    }
    const created = Segment.create(fileOf(this.#prefix, this.#nextOffset), this.#nextOffset)
    this.#segments.push(created)
    this.#isLastAbandoned = false
    this.#use(created)
    this.#deleteSegments()
    return created
  }

  /** After a failed write, what the file contains after its last block is uncertain. */
  #abandon(segment: Segment): void {
    this.#isLastAbandoned = true
    const { firstOffset, endOffset } = segment.summary
    if (firstOffset === endOffset) this.#remove(this.#segments.pop())
  }

  /** The segment that is written to stays. */
  #deleteSegments(): void {
    const isConsumed = ({ summary }: Segment) => summary.endOffset <= this.#firstOffset
    const isWrittenTo = () => this.#segments.length === 1 && !this.#isLastAbandoned
    while (this.#segments[0] !== undefined && isConsumed(this.#segments[0]) && !isWrittenTo()) {
      this.#remove(this.#segments.shift())
    }
  }

  #remove(segment: Segment | undefined): void {
    this.#inMemory = this.#inMemory.filter((one) => one !== segment)
    segment?.remove()
  }

  #segmentOf(offset: number): Segment {
    const segment = this.#segments.findLast(({ summary }) => summary.firstOffset <= offset)
    if (segment === undefined) throw new RangeError(`no segment of ${this.#prefix} contains offset ${offset}`)
    this.#use(segment)
    return segment
  }

  #use(segment: Segment): void {
    if (this.#inMemory.at(-1) === segment) return
    this.#inMemory = [...this.#inMemory.filter((one) => one !== segment), segment]
    const last = this.#segments.at(-1)
    const idle = this.#inMemory.filter((one) => one !== last).slice(0, -segmentsInMemoryMax)
    for (const one of idle) one.close()
    this.#inMemory = this.#inMemory.filter((one) => !idle.includes(one))
  }

  #fileBytes(): number {
    return this.#segments.reduce((sum, { summary }) => sum + summary.size, 0)
  }

  #bytesFrom(offset: number): number {
    return this.#segments.reduce((sum, segment) => {
      return sum + segment.summary.bytes - segment.bytesBefore(offset)
    }, 0)
  }
}

/** Every segment file of a topic, by first offset. */
function listSegments(prefix: string): { file: string; firstOffset: number }[] {
  const start = `${basename(prefix)}.`
  return readdirSync(dirname(prefix))
    .filter((name) => name.startsWith(start) && name.endsWith(extension))
    .map((name) => ({
      file: join(dirname(prefix), name),
      firstOffset: Number(name.slice(start.length, -extension.length)),
    }))
    .sort((one, other) => one.firstOffset - other.firstOffset)
}

/** Deletes every segment file of a topic. */
export function removeSegments(prefix: string): void {
  for (const { file } of listSegments(prefix)) rmSync(file)
}

function recoverSegments(prefix: string): Segment[] {
  const files = listSegments(prefix)
  return files.flatMap(({ file, firstOffset }, at) => {
    const segment = Segment.recover(file, firstOffset, files[at + 1]?.firstOffset)
    if (segment === undefined) rmSync(file)
    return segment ?? []
  })
}

function reopenSegments(prefix: string, summaries: readonly SegmentSummary[]): Segment[] {
  return summaries.map((summary) => {
    const file = fileOf(prefix, summary.firstOffset)
    if ((sizeOf(file) ?? 0) < summary.size) throw new DamagedSegment(file, summary.size)
    return new Segment(file, summary)
  })
}

function fileOf(prefix: string, firstOffset: number): string {
  return `${prefix}.${String(firstOffset).padStart(16, '0')}${extension}`
}
