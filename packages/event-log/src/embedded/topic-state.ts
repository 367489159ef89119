import type { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'
import type { GroupPosition } from '../single-partition/group-position.js'
import { damagedFile } from './log-failure.js'
import type { SegmentSummary } from './segments/segment.js'

const schemaVersion = 2

/** `first_offset` and `segments` are current only while `closed_cleanly` is 1. */
const schema = `
  CREATE TABLE IF NOT EXISTS consumer_groups (
    consumer_group TEXT PRIMARY KEY,
    "offset" INTEGER NOT NULL,
    plan_end INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS topic_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    closed_cleanly INTEGER NOT NULL,
    first_offset INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS segments (
    first_offset INTEGER PRIMARY KEY,
    end_offset INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    size INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO topic_state VALUES (1, 0, 1);
  PRAGMA user_version = ${schemaVersion};
`

/** Creates the tables of a file that lacks them. */
export function createTables(database: Database): void {
  database.exec(schema)
}

/** What the last life of a topic left. */
export interface LeftTopic {
  /** Undefined after an unclean stop. */
  segments: SegmentSummary[] | undefined
  /** All records before it are deleted or consumed. */
  firstOffset: number
}

/** The SQLite file of a topic: positions of its groups, and after a clean stop a summary of its segments. */
export class TopicState {
  readonly #database: Database

  /** @throws EventLogError `unavailable` if a newer version wrote the file, `corrupt` if it is damaged. */
  constructor(database: Database) {
    this.#database = database
    const version = Number(database.pragma('user_version', { simple: true }))
    if (version > schemaVersion) {
      throw new EventLogError('unavailable', `${database.name} was written by a newer version of Signalbox`)
    }
    createTables(database)
  }

  /** Marks the topic as open. Until it is closed, its files count as uncleanly stopped. */
  takeOver(): LeftTopic {
    const state = this.#database
      .prepare<[], { isClean: number; firstOffset: number }>(
        'SELECT closed_cleanly AS isClean, first_offset AS firstOffset FROM topic_state',
      )
      .get()
    const firstOffset = state?.firstOffset ?? 1
    if (state?.isClean === 1) {
      const segments = this.#readSegments()
      this.#database.exec('UPDATE topic_state SET closed_cleanly = 0')
      return { segments, firstOffset }
    }
    this.#checkIntegrity()
    const consumed = [...this.readGroups().values()].map(({ offset }) => offset)
    return { segments: undefined, firstOffset: consumed.length === 0 ? firstOffset : Math.min(...consumed) }
  }

  readGroups(): Map<string, GroupPosition> {
    const rows = this.#database
      .prepare<[], { name: string; offset: number; planEnd: number | null }>(
        'SELECT consumer_group AS name, "offset", plan_end AS planEnd FROM consumer_groups',
      )
      .all()
    return new Map(rows.map(({ name, offset, planEnd }) => [name, { offset, planEnd: planEnd ?? undefined }]))
  }

  /** Durable on return. */
  moveGroups(moved: ReadonlyMap<string, GroupPosition>): void {
    const move = this.#database.prepare<[string, number, number | null]>(
      'REPLACE INTO consumer_groups VALUES (?, ?, ?)',
    )
    this.#transact(() => {
      for (const [group, { offset, planEnd }] of moved) move.run(group, offset, planEnd ?? null)
    })
  }

  /** Marks the topic as cleanly stopped and releases the file. */
  close({ segments, firstOffset }: { segments: readonly SegmentSummary[]; firstOffset: number }): void {
    const insert = this.#database.prepare('INSERT INTO segments VALUES (?, ?, ?, ?)')
    try {
      this.#transact(() => {
        this.#database.exec('DELETE FROM segments')
        for (const { firstOffset: first, endOffset, bytes, size } of segments) insert.run(first, endOffset, bytes, size)
        this.#database.prepare('UPDATE topic_state SET closed_cleanly = 1, first_offset = ?').run(firstOffset)
      })
    } finally {
      this.#database.close()
    }
  }

  #readSegments(): SegmentSummary[] {
    return this.#database
      .prepare<[], SegmentSummary>(
        'SELECT first_offset AS firstOffset, end_offset AS endOffset, bytes, size FROM segments ORDER BY first_offset',
      )
      .all()
  }

  #checkIntegrity(): void {
    const finding = String(this.#database.pragma('integrity_check(1)', { simple: true }))
    if (finding !== 'ok') throw damagedFile(this.#database.name, finding)
  }

  #transact(work: () => void): void {
    this.#database.transaction(work).immediate()
  }
}
