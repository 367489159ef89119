import type { Database } from '@signalbox/sqlite'
import type { RecordSize } from '../single-partition/batch-window.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import { closeTopicFile, openTopicFile } from './open-topic-file.js'
import type { AppendRequest, PackedRecord, PackedStoredRecord } from './protocol.js'
import { toLogError } from './sqlite-failure.js'

/** Limits of one deletion, so that appends never wait long behind it. */
const DELETE_RECORDS_MAX = 1_000
const DELETE_BYTES_MAX = 8 * 1024 * 1024

interface Deletion {
  /** Offset of the first record to retain. */
  end: number
  /** Total bytes of the records to delete. */
  bytes: number
}

/** The SQLite file of one topic. Every method may throw errors from `toLogError`. */
export class TopicFile {
  readonly #file: string
  readonly #database: Database
  readonly #statements: ReturnType<typeof prepareStatements>
  #groups: ReadonlyMap<string, GroupPosition>
  #firstOffset: number
  #nextOffset: number
  #bytes: number

  constructor(file: string, filePagesMax: number | undefined) {
    const { database, recordBytes } = openTopicFile(file, filePagesMax)
    this.#file = file
    this.#database = database
    this.#bytes = recordBytes
    this.#statements = prepareStatements(database)
    this.#groups = readGroups(database)
    this.#nextOffset = (this.#statements.lastOffset.get() ?? 0) + 1
    this.#firstOffset = this.#statements.firstOffset.get() ?? this.#nextOffset
  }

  /** Total bytes of the stored records. */
  get bytes(): number {
    return this.#bytes
  }

  /** Offset of the oldest stored record, or of the next one if there is none. */
  get firstOffset(): number {
    return this.#firstOffset
  }

  /** Offset of the next record. There are no gaps: SQLite also rolls back the offsets of a failed transaction. */
  get nextOffset(): number {
    return this.#nextOffset
  }

  /** Last committed positions of all groups. */
  get groups(): ReadonlyMap<string, GroupPosition> {
    return this.#groups
  }

  /**
   * Appends records and moves groups in one transaction. Durable on return.
   * @param groups The positions that change.
   */
  write(appends: readonly AppendRequest[], groups: ReadonlyMap<string, GroupPosition>): void {
    if (appends.length === 0 && groups.size === 0) {
      return
    }
    this.#transaction(() => {
      for (const [group, { offset, planEnd }] of groups) {
        this.#statements.setGroup.run(group, offset, planEnd ?? null)
      }
      appends.forEach((append) => {
        this.#insert(append)
      })
    })
    this.#groups = new Map([...this.#groups, ...groups])
    for (const append of appends) {
      this.#nextOffset += append.records.length
      this.#bytes += append.bytes
    }
  }

  /**
   * Iterates over the sizes of the records at or after the offset. Nothing else may use the file until the loop ends.
   */
  *sizesFrom(offset: number): Generator<RecordSize> {
    // Otherwise a reader that has caught up would query the file on every append to another topic.
    if (offset >= this.#nextOffset) {
      return
    }
    try {
      yield* this.#statements.sizesFrom.iterate(offset)
    } catch (error) {
      throw toLogError(error, this.#file)
    }
  }

  read(start: number, end: number): PackedRecord[] {
    return this.#attempt(() => this.#statements.read.all(start, end))
  }

  /** Like `read`, with append times. */
  readStored(start: number, end: number): PackedStoredRecord[] {
    return this.#attempt(() => this.#statements.readStored.all(start, end))
  }

  /**
   * Returns the offset of the first record appended at or after the time, or the next offset. Binary search, since
   * records are in append order. If the clock was set back, several offsets qualify and the result is one of them.
   */
  offsetAt(time: number): number {
    let [low, high] = [this.#firstOffset, this.#nextOffset]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const appendedAt = this.#attempt(() => this.#statements.appendedAt.get(middle)) ?? time
      if (appendedAt < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Deletes a bounded number of records that all groups have consumed; SQLite reuses their pages. Never deletes from a
   * topic without groups.
   * @returns true if there is more to delete.
   */
  deleteConsumed(): boolean {
    const consumedEnd = Math.min(...[...this.#groups.values()].map((position) => position.offset))
    if (!Number.isFinite(consumedEnd) || consumedEnd <= this.#firstOffset) {
      return false
    }
    this.#delete(this.#deletable((size) => size.offset < consumedEnd))
    return this.#firstOffset < consumedEnd
  }

  /**
   * Deletes a bounded number of the oldest records if the topic exceeds `bytesMax`.
   * @returns true if there is more to delete.
   */
  deleteBeyond(bytesMax: number): boolean {
    const excess = this.#bytes - bytesMax
    if (excess <= 0) {
      return false
    }
    this.#delete(this.#deletable((_size, bytes) => bytes < excess))
    return this.#bytes > bytesMax
  }

  close(): void {
    this.#attempt(() => {
      closeTopicFile(this.#database, this.#bytes)
    })
  }

  #insert({ records, appendedAt }: AppendRequest): void {
    for (const { rows, bytes, headers, value } of records) {
      this.#statements.insert.run(rows, bytes, appendedAt, headers, value)
    }
  }

  #delete({ end, bytes }: Deletion): void {
    this.#transaction(() => this.#statements.deleteBefore.run(end))
    this.#firstOffset = end
    this.#bytes -= bytes
  }

  /**
   * Selects the oldest records up to the first one that may not be deleted. `bytes` is the total size of the records
   * before.
   */
  #deletable(mayGo: (size: RecordSize, bytes: number) => boolean): Deletion {
    let end = this.#firstOffset
    let bytes = 0
    for (const size of this.sizesFrom(this.#firstOffset)) {
      const isEnough = bytes >= DELETE_BYTES_MAX || size.offset >= this.#firstOffset + DELETE_RECORDS_MAX
      if (isEnough || !mayGo(size, bytes)) {
        break
      }
      end = size.offset + 1
      bytes += size.bytes
    }
    return { end, bytes }
  }

  #transaction(work: () => void): void {
    this.#attempt(() => {
      this.#database.transaction(work).immediate()
    })
  }

  #attempt<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw toLogError(error, this.#file)
    }
  }
}

function prepareStatements(database: Database) {
  return {
    insert: database.prepare<[number, number, number, string, Uint8Array]>(
      'INSERT INTO records ("rows", bytes, appended_at, headers, value) VALUES (?, ?, ?, ?, ?)',
    ),
    setGroup: database.prepare<[string, number, number | null]>('REPLACE INTO consumer_groups VALUES (?, ?, ?)'),
    sizesFrom: database.prepare<[number], RecordSize>(
      'SELECT "offset", "rows", bytes, appended_at AS appendedAt FROM records WHERE "offset" >= ? ORDER BY "offset"',
    ),
    read: database.prepare<[number, number], PackedRecord>(
      'SELECT "offset", "rows", headers, value FROM records WHERE "offset" >= ? AND "offset" < ? ORDER BY "offset"',
    ),
    readStored: database.prepare<[number, number], PackedStoredRecord>(
      'SELECT "offset", "rows", headers, value, appended_at AS appendedAt FROM records ' +
        'WHERE "offset" >= ? AND "offset" < ? ORDER BY "offset"',
    ),
    appendedAt: database
      .prepare<[number], number>('SELECT appended_at FROM records WHERE "offset" >= ? ORDER BY "offset" LIMIT 1')
      .pluck(),
    deleteBefore: database.prepare<[number]>('DELETE FROM records WHERE "offset" < ?'),
    firstOffset: database.prepare<[], number | null>('SELECT min("offset") FROM records').pluck(),
    lastOffset: database.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'records'`).pluck(),
  }
}

function readGroups(database: Database): Map<string, GroupPosition> {
  const rows = database
    .prepare<[], { name: string; offset: number; planEnd: number | null }>(
      'SELECT consumer_group AS name, "offset", plan_end AS planEnd FROM consumer_groups',
    )
    .all()
  return new Map(rows.map(({ name, offset, planEnd }) => [name, { offset, planEnd: planEnd ?? undefined }]))
}
