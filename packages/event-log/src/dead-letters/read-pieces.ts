import type { LogReader, RangeRequest, StoredRecord } from '../event-log.js'

/** Limits of what is in memory at once. */
const pieceRecordsMax = 500
const pieceBytesMax = 8 * 1024 * 1024

/** Reads a range lazily, piece by piece. */
export async function* readPieces(
  log: Pick<LogReader, 'readRange'>,
  range: Pick<RangeRequest, 'topic' | 'partition' | 'from' | 'to'>,
): AsyncGenerator<readonly StoredRecord[]> {
  let from: number | undefined = range.from
  while (from !== undefined) {
    const piece = await log.readRange({ ...range, from, recordsMax: pieceRecordsMax, bytesMax: pieceBytesMax })
    yield piece.records
    from = piece.next
  }
}
