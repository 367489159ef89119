import { limits, type OccurrenceOutcome } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** The outcome of an occasion. Times are Unix milliseconds. */
export interface TriggerOccurrenceRow {
  trigger_id: string
  /** The instant of a schedule, or an event's deduplication key. */
  key: string
  workflow_id: string
  trigger_name: string
  occurred_at: number
  outcome: OccurrenceOutcome
  /** Empty for runs. */
  reason: string
  /** Null if none was created. */
  run_id: string | null
  /** First missed instant of a schedule that this one covers; null if it covers only itself. */
  missed_since: number | null
  decided_at: number
}

/** Which occasions to count. */
export interface OccurrenceFilter {
  workflowId: string
  /** Undefined for all. */
  triggerName: string | undefined
  outcome: OccurrenceOutcome | undefined
}

export interface TriggerOccurrenceStore {
  isDecided(triggerId: string, key: string): boolean
  /** The most recently decided one. */
  findLast(triggerId: string): TriggerOccurrenceRow | undefined
  /** Counts the runs that a trigger created after a time, up to a maximum. */
  countRuns(triggerId: string, after: number, most: number): number
  /** Newest first. */
  list(page: OccurrenceFilter & { limit: number; offset: number }): TriggerOccurrenceRow[]
  count(filter: OccurrenceFilter): number
  /**
   * Now and then, also deletes the trigger's oldest occasions without a run beyond the limit: a flood of events must not
   * fill the disk. Occasions with a run stay, because they count for the hourly cap.
   * @throws SqliteError if the occasion was already decided.
   */
  insert(row: TriggerOccurrenceRow): void
  /** Deletes up to `max` occasions that were decided before a time. @returns how many. */
  deleteBefore(before: number, max: number): number
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ triggerName, outcome }: OccurrenceFilter): string {
  const conditions = ['workflow_id = @workflowId']
  if (triggerName !== undefined) conditions.push('trigger_name = @triggerName')
  if (outcome !== undefined) conditions.push('outcome = @outcome')
  return conditions.join(' AND ')
}

/** The list statement as a function of its filters, so that a test can check its query plan. */
export function occurrenceListSql(filter: OccurrenceFilter): string {
  return `SELECT * FROM trigger_occurrences WHERE ${conditionOf(filter)}
    ORDER BY decided_at DESC, trigger_id DESC, key DESC LIMIT @limit OFFSET @offset`
}

export function createTriggerOccurrenceStore(database: ControlPlaneDatabase): TriggerOccurrenceStore {
  return { ...createReads(database), ...createLists(database), ...createWrites(database) }
}

function createReads(
  database: ControlPlaneDatabase,
): Pick<TriggerOccurrenceStore, 'isDecided' | 'findLast' | 'countRuns'> {
  const find = database
    .prepare<[string, string], number>('SELECT 1 FROM trigger_occurrences WHERE trigger_id = ? AND key = ?')
    .pluck()
  const findLast = database.prepare<[string], TriggerOccurrenceRow>(
    'SELECT * FROM trigger_occurrences WHERE trigger_id = ? ORDER BY decided_at DESC, key DESC LIMIT 1',
  )
  const countRuns = database
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM trigger_occurrences
         WHERE trigger_id = ? AND decided_at > ? AND outcome = 'run' LIMIT ?)`,
    )
    .pluck()
  return {
    isDecided: (triggerId, key) => useDatabase(() => find.get(triggerId, key) !== undefined),
    findLast: (triggerId) => useDatabase(() => findLast.get(triggerId)),
    countRuns: (triggerId, after, most) => useDatabase(() => countRuns.get(triggerId, after, most) ?? 0),
  }
}

function createLists(database: ControlPlaneDatabase): Pick<TriggerOccurrenceStore, 'list' | 'count'> {
  return {
    list: (page) =>
      useDatabase(() => database.prepare<[object], TriggerOccurrenceRow>(occurrenceListSql(page)).all(page)),
    count: (filter) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM trigger_occurrences WHERE ${conditionOf(filter)}`)
            .pluck()
            .get(filter) ?? 0,
      ),
  }
}

/** Trimming reads as many rows as are stored. */
const insertsPerTrim = 500

function createWrites(database: ControlPlaneDatabase): Pick<TriggerOccurrenceStore, 'insert' | 'deleteBefore'> {
  const insert = database.prepare<[TriggerOccurrenceRow]>(
    `INSERT INTO trigger_occurrences (trigger_id, key, workflow_id, trigger_name, occurred_at, outcome, reason, run_id,
       missed_since, decided_at)
     VALUES (@trigger_id, @key, @workflow_id, @trigger_name, @occurred_at, @outcome, @reason, @run_id, @missed_since,
       @decided_at)`,
  )
  const trim = database.prepare<[string, number]>(
    `DELETE FROM trigger_occurrences WHERE rowid IN (SELECT rowid FROM trigger_occurrences
       WHERE trigger_id = ? AND outcome <> 'run' ORDER BY decided_at DESC, key DESC LIMIT -1 OFFSET ?)`,
  )
  let inserted = 0
  const deleteBefore = database.prepare<[number, number]>(
    `DELETE FROM trigger_occurrences WHERE rowid IN (SELECT rowid FROM trigger_occurrences
       WHERE decided_at < ? ORDER BY decided_at LIMIT ?)`,
  )
  return {
    insert: (row) => {
      useDatabase(() => {
        insert.run(row)
        inserted += 1
        if (inserted % insertsPerTrim === 0) trim.run(row.trigger_id, limits.workflow.storedOccurrencesMax)
      })
    },
    deleteBefore: (before, max) => useDatabase(() => deleteBefore.run(before, max).changes),
  }
}
