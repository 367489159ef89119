import type { RecordSize } from '../single-partition/batch-window.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import { toLogError } from './log-failure.js'
import { openTopicFile } from './open-topic-file.js'
import type { EncodedAppend, PackedRecord } from './protocol.js'
import type { TopicRecords } from './segments/topic-records.js'
import type { TopicState } from './topic-state.js'

/** Records of a ring that one deletion may remove, so that appends never wait long behind it. */
const deletedRecordsMax = 1_000

/** A topic on disk: its records in segment files, and its groups' positions in a SQLite file. Methods throw EventLogErrors. */
export class TopicFile {
  readonly #file: string
  readonly #state: TopicState
  readonly #records: TopicRecords
  #groups: ReadonlyMap<string, GroupPosition>

  /** @param fileBytesMax Bytes of segments beyond which appends fail, as on a full disk. */
  constructor(file: string, fileBytesMax: number) {
    const { state, records } = openTopicFile(file, fileBytesMax)
    this.#file = file
    this.#state = state
    this.#records = records
    this.#groups = state.readGroups()
  }

  /** Total bytes of the stored records. */
  get bytes(): number {
    return this.#records.bytes
  }

  /** Offset of the oldest stored record, or of the next one if there is none. */
  get firstOffset(): number {
    return this.#records.firstOffset
  }

  /** Offset of the next record. There are no gaps. */
  get nextOffset(): number {
    return this.#records.nextOffset
  }

  /** Last committed positions of all groups. */
  get groups(): ReadonlyMap<string, GroupPosition> {
    return this.#groups
  }

  /** Appends records, all or none. Durable on return. */
  append(appends: readonly EncodedAppend[]): void {
    if (appends.length === 0) return
    this.#attempt(() => {
      this.#records.append({
        pieces: appends.flatMap(({ pieces }) => pieces),
        sizes: appends.flatMap(({ sizes }) => sizes),
      })
    })
  }

  /** Moves groups. Durable on return. */
  moveGroups(moved: ReadonlyMap<string, GroupPosition>): void {
    if (moved.size === 0) return
    this.#attempt(() => {
      this.#state.moveGroups(moved)
    })
    this.#groups = new Map([...this.#groups, ...moved])
  }

  /** Iterates over the sizes of the records at or after the offset. */
  *sizesFrom(offset: number): Generator<RecordSize> {
    try {
      yield* this.#records.sizesFrom(offset)
    } catch (error) {
      throw toLogError(error, this.#file)
    }
  }

  /** Records from `start` to `end` (exclusive), and the buffers that their values are views of. */
  read(start: number, end: number): { records: PackedRecord[]; buffers: ArrayBuffer[] } {
    return this.#attempt(() => this.#records.read(start, end))
  }

  /**
   * Returns the offset of the first record appended at or after the time, or the next offset. Binary search, since
   * records are in append order. If the clock was set back, several offsets qualify and the result is one of them.
   */
  offsetAt(time: number): number {
    let [low, high] = [this.firstOffset, this.nextOffset]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (this.#attempt(() => this.#records.appendedAt(middle)) < time) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Deletes the records that all groups have consumed. Never deletes from a topic without groups. */
  deleteConsumed(): void {
    const consumedEnd = Math.min(...[...this.#groups.values()].map(({ offset }) => offset))
    if (Number.isFinite(consumedEnd) && consumedEnd > this.firstOffset) this.#deleteBefore(consumedEnd)
  }

  /**
   * Deletes a bounded number of the oldest records if the topic exceeds `bytesMax`.
   * @returns true if there is more to delete.
   */
  deleteBeyond(bytesMax: number): boolean {
    let excess = this.bytes - bytesMax
    let end = this.firstOffset
    for (const { offset, bytes } of this.sizesFrom(end)) {
      if (excess <= 0 || offset >= this.firstOffset + deletedRecordsMax) break
      excess -= bytes
      end = offset + 1
    }
    if (end > this.firstOffset) this.#deleteBefore(end)
    return this.bytes > bytesMax
  }

  /** Leaves a summary for the next start. */
  close(): void {
    this.#attempt(() => {
      this.#records.close()
      this.#state.close(this.#records)
    })
  }

  #deleteBefore(offset: number): void {
    this.#attempt(() => {
      this.#records.deleteBefore(offset)
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
