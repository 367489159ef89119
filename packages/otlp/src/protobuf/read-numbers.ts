import { MalformedError } from '../malformed-error.js'
import type { WireReader } from '../wire/wire-reader.js'

/** Maximum buckets of a point. Beyond it, the point is malformed: one byte on the wire would take eight in memory. */
export const bucketsMax = 10_000

/**
 * Adds repeated doubles (`bounds`), fixed64 or uint64 (`counts`): packed, or one per field.
 * @param read Reads one number.
 */
export function readNumbers(reader: WireReader, stop: number, { into, read }: NumberList): void {
  while (reader.isBefore(stop)) {
    addNumber(into, read(reader))
  }
}

export interface NumberList {
  into: number[]
  read: (reader: WireReader) => number
}

/** @throws MalformedError */
export function addNumber(into: number[], value: number): void {
  if (into.length >= bucketsMax) throw new MalformedError(`a point has more than ${bucketsMax} buckets`)
  into.push(value)
}

export function readDouble(reader: WireReader): number {
  return reader.readDouble()
}

export function readFixedCount(reader: WireReader): number {
  reader.readFixed64()
  return reader.unsigned()
}

export function readVarintCount(reader: WireReader): number {
  reader.readVarint64()
  return reader.unsigned()
}
