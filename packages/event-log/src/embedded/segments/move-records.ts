import type { Database } from '@signalbox/sqlite'
import { createTables } from '../topic-state.js'
import { encodeRecordHead, type EncodedRecord } from './segment-format.js'
import { removeSegments, TopicRecords } from './topic-records.js'

/** Bytes of values after which the records read so far are written. */
const piecesBytesMax = 4 * 1024 * 1024

/**
 * Moves the records of a file of schema version 1, which held them in a table, to segments. If it is interrupted, the next
 * start begins again.
 */
export function moveRecords(database: Database, prefix: string): void {
  if (Number(database.pragma('user_version', { simple: true })) !== 1) return
  removeSegments(prefix)
  const firstOffset = firstOffsetOf(database)
  const records = new TopicRecords({ prefix, segments: [], firstOffset, fileBytesMax: Number.POSITIVE_INFINITY })
  const rows = database.prepare<[], EncodedRecord>(
    'SELECT "rows", headers, value, appended_at AS appendedAt FROM records ORDER BY "offset"',
  )
  const read: EncodedRecord[] = []
  let bytes = 0
  for (const row of rows.iterate()) {
    read.push(row)
    bytes += row.value.byteLength
    if (bytes >= piecesBytesMax) {
      appendAll(records, read.splice(0))
      bytes = 0
    }
  }
  if (read.length > 0) appendAll(records, read)
  records.close()
  database
    .transaction(() => {
      database.exec('DROP TABLE records; DROP TABLE file_state')
      createTables(database)
      database.prepare('UPDATE topic_state SET first_offset = ?').run(firstOffset)
    })
    .immediate()
  database.exec('VACUUM')
}

/** Of the oldest record; of the next one if there is none. */
function firstOffsetOf(database: Database): number {
  const oldest = database.prepare<[], number | null>('SELECT min("offset") FROM records').pluck().get()
  const newest = database.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'records'`).pluck().get()
  return oldest ?? (newest ?? 0) + 1
}

function appendAll(records: TopicRecords, rows: readonly EncodedRecord[]): void {
  records.append({
    pieces: rows.flatMap((row) => [encodeRecordHead(row), row.value]),
    sizes: rows.map(({ rows: count, headers, value, appendedAt }) => {
      return { rows: count, bytes: Buffer.byteLength(headers) + value.byteLength, appendedAt }
    }),
  })
}
