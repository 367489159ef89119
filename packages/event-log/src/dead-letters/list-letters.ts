import { limits } from '@signalbox/contracts'
import type { LogReader, PartitionBounds } from '../event-log.js'
import { formatLetterId, parseLetterId, readLetter, type Letter, type LetterPlace } from './letter.js'
import { readPieces } from './read-pieces.js'

/** Selects the letters to list. */
export interface LetterQuery {
  organizationId: string
  /** Unix milliseconds: only letters written at this time or later. */
  since: number
  /** `next` of the previous page. In its partition it overrides `since`. */
  after?: string
  limit: number
}

export interface LetterPage {
  /** Sorted by partition, then by offset. */
  letters: Letter[]
  /** Cursor of the next page; undefined on the last page. */
  next: string | undefined
}

/** How much of the topic a page has scanned so far. */
interface Scan {
  records: number
  bytes: number
}

/**
 * Lists letters of one organization. A page scans a bounded part of the topic, so it may have fewer letters than
 * `limit` although more follow.
 */
export async function listLetters(log: LogReader, query: LetterQuery): Promise<LetterPage> {
  const letters: Letter[] = []
  const scan: Scan = { records: 0, bytes: 0 }
  for (const { partition, from } of await findStarts(log, query)) {
    const next = await scanPartition(log, { partition, offset: from }, { query, letters, scan })
    if (next !== undefined) return { letters, next: formatLetterId({ partition, offset: next }) }
  }
  return { letters, next: undefined }
}

/** Returns the start offset in each partition that is still to be scanned. */
async function findStarts(
  log: LogReader,
  { since, after }: LetterQuery,
): Promise<{ partition: number; from: number }[]> {
  const bounds = await log.bounds('dead-letters')
  const place = after === undefined ? undefined : parseLetterId(after)
  const offsets = await log.offsetsAt('dead-letters', since)
  const startOf = ({ partition, start }: PartitionBounds) => offsets.get(partition) ?? start
  return bounds
    .filter(({ partition }) => place === undefined || partition >= place.partition)
    .map((each) => ({
      partition: each.partition,
      from: each.partition === place?.partition ? place.offset : startOf(each),
    }))
}

/** @returns the offset at which the page ended; undefined if the partition was scanned to its end. */
async function scanPartition(
  log: LogReader,
  { partition, offset }: LetterPlace,
  { query, letters, scan }: { query: LetterQuery; letters: Letter[]; scan: Scan },
): Promise<number | undefined> {
  const { scanRecordsMax, scanBytesMax } = limits.deadLetter
  for await (const records of readPieces(log, { topic: 'dead-letters', partition, from: offset })) {
    for (const record of records) {
      if (letters.length === query.limit || scan.records >= scanRecordsMax || scan.bytes >= scanBytesMax) {
        return record.offset
      }
      scan.records += 1
      scan.bytes += record.value.byteLength
      const letter = readLetter(partition, record)
      if (letter?.owner?.organizationId === query.organizationId) letters.push(letter)
    }
  }
  return undefined
}
