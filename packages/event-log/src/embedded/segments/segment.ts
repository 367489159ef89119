import { closeSync, fdatasyncSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { readSync, rmSync, statSync, writeSync, writevSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PackedRecord } from '../protocol.js'
import {
  bytesOf,
  createBlockHeader,
  createFileHeader,
  fileHeaderBytes,
  readMarker,
  readRecord,
  recordHeadBytes,
  scanFile,
  type EncodedRecords,
} from './segment-format.js'
import { SegmentIndex, type IndexedRecord } from './segment-index.js'
import { DamagedSegment, DiskFull } from './segment-failure.js'

/**
 * Zeros that are written with a block that exceeds the file, for the blocks after it. To make a longer file durable, a file system
 * waits for its journal, and with that for what others write.
 */
const reserved = Buffer.alloc(1024 * 1024)

/** What is known of a segment without reading it. */
export interface SegmentSummary {
  firstOffset: number
  /** Offset after its last record. */
  endOffset: number
  /** Bytes of values and headers. */
  bytes: number
  /** Bytes up to the end of its last block; the rest of the file is reserved. */
  size: number
}

/** One file of a topic: consecutive records. Only its index and its file handle are held in memory, and only while needed. */
export class Segment {
  readonly #file: string
  #summary: SegmentSummary
  #opened: { handle: number; marker: Buffer; index: SegmentIndex; reservedEnd: number } | undefined

  constructor(file: string, summary: SegmentSummary) {
    this.#file = file
    this.#summary = summary
  }

  /** Creates an empty segment; its file survives a crash of the machine. */
  static create(file: string, firstOffset: number): Segment {
    const segment = new Segment(file, { firstOffset, endOffset: firstOffset, bytes: 0, size: fileHeaderBytes })
    const handle = openSync(file, 'w+', 0o600)
    try {
      const header = createFileHeader()
      if (writeSync(handle, header, 0, header.length, 0) < header.length) throw new DiskFull(file)
      fdatasyncSync(handle)
      syncDirectory(dirname(file))
      segment.#opened = {
        handle,
        marker: markerIn(header, file),
        index: new SegmentIndex(firstOffset),
        reservedEnd: header.length,
      }
      return segment
    } catch (error) {
      closeSync(handle)
      rmSync(file, { force: true })
      throw error
    }
  }

  /**
   * Checks all of a segment after an unclean stop, and cuts off what an interrupted write left at its end.
   * @param nextSegment First offset of the segment after it; undefined if it is the last one.
   * @returns undefined if the file was still being created.
   * @throws DamagedSegment.
   */
  static recover(file: string, firstOffset: number, nextSegment: number | undefined): Segment | undefined {
    const content = readFileSync(file)
    const { index, size, isDamaged } = scanFile(content, firstOffset, nextSegment)
    const isLast = nextSegment === undefined
    if (isLast ? isDamaged : index.endOffset < nextSegment) throw new DamagedSegment(file, size)
    if (size === 0) return undefined
    const segment = new Segment(file, { firstOffset, endOffset: index.endOffset, bytes: index.bytes, size })
    if (size < content.length) segment.#cutOff()
    return segment
  }

  get summary(): SegmentSummary {
    return this.#summary
  }

  /** Appends records as one block. Durable on return. After a failure nothing may be appended to this segment. */
  append(records: EncodedRecords): void {
    const opened = this.#open()
    const { handle, marker, index } = opened
    const { endOffset, size } = this.#summary
    const { pieces, sizes } = records
    const header = createBlockHeader({ marker, firstOffset: endOffset, records: sizes.length, pieces })
    const block = [header, ...pieces]
    const end = size + bytesOf(block)
    const isLonger = end > opened.reservedEnd
    const writtenEnd = isLonger ? end + reserved.length : end
    try {
      const written = writevSync(handle, isLonger ? [...block, reserved] : block, size)
      if (size + written < writtenEnd) throw new DiskFull(this.#file)
      fdatasyncSync(handle)
      opened.reservedEnd = Math.max(opened.reservedEnd, writtenEnd)
    } catch (error) {
      this.#cutOff()
      throw error
    }
    let position = size + header.length
    for (const one of sizes) {
      index.add({ position, ...one })
      position += recordHeadBytes + one.bytes
    }
    this.#summary = { ...this.#summary, endOffset: index.endOffset, bytes: index.bytes, size: end }
  }

  /** @param offset Of a record of this segment. */
  recordAt(offset: number): IndexedRecord {
    return this.#open().index.at(offset)
  }

  /** Bytes of the records before an offset. */
  bytesBefore(offset: number): number {
    const { firstOffset, endOffset, bytes } = this.#summary
    if (offset <= firstOffset) return 0
    return offset >= endOffset ? bytes : this.#open().index.bytesBefore(offset)
  }

  /**
   * Reads records of this segment; `end` is exclusive.
   * @returns them and the buffer that their values are views of.
   */
  read(start: number, end: number): { records: PackedRecord[]; buffer: ArrayBuffer } {
    const { handle, index } = this.#open()
    const first = index.at(start)
    const last = index.at(end - 1)
    const length = last.position + recordHeadBytes + last.bytes - first.position
    const content = Buffer.from(new ArrayBuffer(length))
    const bytesRead = readSync(handle, content, 0, length, first.position)
    if (bytesRead < length) throw new DamagedSegment(this.#file, first.position)
    const records = Array.from({ length: end - start }, (_, count) => {
      const { offset, position } = index.at(start + count)
      return { offset, ...readRecord(content, position - first.position) }
    })
    return { records, buffer: content.buffer }
  }

  /** Releases its memory and its file handle. It can be used again. */
  close(): void {
    if (this.#opened !== undefined) closeSync(this.#opened.handle)
    this.#opened = undefined
  }

  /** Deletes the file. */
  remove(): void {
    this.close()
    rmSync(this.#file, { force: true })
  }

  #open() {
    this.#opened ??= this.#load()
    return this.#opened
  }

  #load() {
    const { firstOffset, endOffset, size } = this.#summary
    const handle = openSync(this.#file, 'r+')
    try {
      const content = readFileSync(handle)
      const scanned = scanFile(content, firstOffset, endOffset)
      if (scanned.size < size) throw new DamagedSegment(this.#file, scanned.size)
      return { handle, marker: markerIn(content, this.#file), index: scanned.index, reservedEnd: content.length }
    } catch (error) {
      closeSync(handle)
      throw error
    }
  }

  /** Removes what follows the last durable block. If that fails, too, the block is left out by its offset later. */
  #cutOff(): void {
    const handle = this.#opened?.handle ?? openSync(this.#file, 'r+')
    try {
      ftruncateSync(handle, this.#summary.size)
      fsyncSync(handle)
    } catch {
      // Whoever reads the file ignores an incomplete block, and one whose offset the next segment has.
    } finally {
      if (this.#opened === undefined) closeSync(handle)
    }
  }
}

/** @returns a copy, so that the file's content can be released. */
function markerIn(content: Buffer, file: string): Buffer {
  const marker = readMarker(content)
  if (marker === undefined) throw new DamagedSegment(file, 0)
  return Buffer.from(marker)
}

/** Returns undefined if there is no such file. */
export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
