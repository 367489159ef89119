import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { SegmentIndex } from './segment-index.js'

/*
 * A segment file is a header and then blocks. All appends of one commit are one block, so a block is stored as a whole or
 * not at all. Numbers are little-endian.
 *
 *   file header   magic (8 bytes), marker (4, random), checksum of both (4)
 *   block         the file's marker (4), checksum of the rest (4), bytes of its records (4), number of its records (4),
 *                 offset of the first (8, a double), its records
 *   record        rows (4), bytes of its headers (4), bytes of its value (4), append time (8, a double), headers, value
 *
 * Nothing that a client sends can pass for a block, because it would have to contain the marker.
 */

const magic = 'SBOXLOG1'
export const fileHeaderBytes = 16
const markerBytes = 4
const blockHeaderBytes = 24
export const recordHeadBytes = 20

/** A record as it is encoded in a segment. */
export interface EncodedRecord {
  rows: number
  /** JSON. */
  headers: string
  value: Uint8Array
  /** In milliseconds of the log's clock. */
  appendedAt: number
}

/** Records of one commit, encoded. */
export interface EncodedRecords {
  /** Encoded records, one after another; a record may be spread over several. */
  pieces: readonly Uint8Array[]
  /** Of each record. */
  sizes: readonly { rows: number; bytes: number; appendedAt: number }[]
}

export function createFileHeader(): Buffer {
  const header = Buffer.alloc(fileHeaderBytes)
  header.write(magic)
  randomBytes(markerBytes).copy(header, magic.length)
  header.writeUInt32LE(crc32(header.subarray(0, -4)), fileHeaderBytes - 4)
  return header
}

/** Returns the marker of a file's blocks, or undefined if the file does not begin with an intact header. */
export function readMarker(file: Buffer): Buffer | undefined {
  const header = file.subarray(0, fileHeaderBytes)
  const isIntact =
    header.length === fileHeaderBytes &&
    header.toString('latin1', 0, magic.length) === magic &&
    header.readUInt32LE(fileHeaderBytes - 4) === crc32(header.subarray(0, -4))
  return isIntact ? header.subarray(magic.length, magic.length + markerBytes) : undefined
}

/** Writes a record up to its value. @returns the position after it. */
export function writeRecordHead(
  target: Buffer,
  at: number,
  { rows, headers, value, appendedAt }: EncodedRecord,
): number {
  const headerBytes = target.write(headers, at + recordHeadBytes)
  target.writeUInt32LE(rows, at)
  target.writeUInt32LE(headerBytes, at + 4)
  target.writeUInt32LE(value.byteLength, at + 8)
  target.writeDoubleLE(appendedAt, at + 12)
  return at + recordHeadBytes + headerBytes
}

/** Encodes a record without its value. */
export function encodeRecordHead(record: EncodedRecord): Buffer {
  const head = Buffer.allocUnsafe(recordHeadBytes + Buffer.byteLength(record.headers))
  writeRecordHead(head, 0, record)
  return head
}

export function readRecord(file: Buffer, at: number): EncodedRecord {
  const headersAt = at + recordHeadBytes
  const valueAt = headersAt + file.readUInt32LE(at + 4)
  return {
    rows: file.readUInt32LE(at),
    headers: file.toString('utf8', headersAt, valueAt),
    value: file.subarray(valueAt, valueAt + file.readUInt32LE(at + 8)),
    appendedAt: file.readDoubleLE(at + 12),
  }
}

export interface Block {
  /** Of the file. */
  marker: Uint8Array
  firstOffset: number
  records: number
  /** The encoded records. */
  pieces: readonly Uint8Array[]
}

export function createBlockHeader({ marker, firstOffset, records, pieces }: Block): Buffer {
  const header = Buffer.allocUnsafe(blockHeaderBytes)
  header.set(marker)
  header.writeUInt32LE(bytesOf(pieces), 8)
  header.writeUInt32LE(records, 12)
  header.writeDoubleLE(firstOffset, 16)
  const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), crc32(header.subarray(8)))
  header.writeUInt32LE(checksum, markerBytes)
  return header
}

export function bytesOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
}

export interface ScannedFile {
  index: SegmentIndex
  /** End of the last intact block. */
  size: number
  /** True if the rest is not what an interrupted write leaves: an intact block follows, or the file has no header. */
  isDamaged: boolean
}

/**
 * Reads all blocks of a file up to the first that is incomplete or damaged.
 * @param firstOffset Offset of the file's first record.
 * @param endOffset Later blocks don't count: they were not acknowledged, and the next segment has others in their place.
 */
export function scanFile(file: Buffer, firstOffset: number, endOffset = Number.POSITIVE_INFINITY): ScannedFile {
  const index = new SegmentIndex(firstOffset)
  const marker = readMarker(file)
  if (marker === undefined) return { index, size: 0, isDamaged: file.length > fileHeaderBytes }
  let at = fileHeaderBytes
  while (index.endOffset < endOffset) {
    const end = endOfBlock(file, at, marker)
    if (end === undefined || offsetOfBlock(file, at) !== index.endOffset) break
    indexRecords(file, index, at + blockHeaderBytes, end)
    at = end
  }
  return { index, size: at, isDamaged: hasLaterBlock(file, at, marker, index.endOffset) }
}

/** Returns undefined if no intact block begins there. */
function endOfBlock(file: Buffer, at: number, marker: Buffer): number | undefined {
  if (at + blockHeaderBytes > file.length || !file.subarray(at, at + markerBytes).equals(marker)) return undefined
  const end = at + blockHeaderBytes + file.readUInt32LE(at + 8)
  const isIntact = end <= file.length && file.readUInt32LE(at + markerBytes) === crc32(file.subarray(at + 8, end))
  return isIntact ? end : undefined
}

function offsetOfBlock(file: Buffer, at: number): number {
  return file.readDoubleLE(at + 16)
}

function indexRecords(file: Buffer, index: SegmentIndex, start: number, end: number): void {
  let at = start
  while (at < end) {
    const bytes = file.readUInt32LE(at + 4) + file.readUInt32LE(at + 8)
    index.add({ position: at, rows: file.readUInt32LE(at), bytes, appendedAt: file.readDoubleLE(at + 12) })
    at += recordHeadBytes + bytes
  }
}

function hasLaterBlock(file: Buffer, from: number, marker: Buffer, offset: number): boolean {
  for (let at = file.indexOf(marker, from); at !== -1; at = file.indexOf(marker, at + 1)) {
    if (endOfBlock(file, at, marker) !== undefined && offsetOfBlock(file, at) > offset) return true
  }
  return false
}
