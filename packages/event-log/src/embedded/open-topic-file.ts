import { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'
import { damagedFile, isBusy, toLogError } from './sqlite-failure.js'

const SCHEMA_VERSION = 1

/** If a large append grew the WAL beyond this size, the next checkpoint truncates it. */
const WAL_BYTES_KEPT = 64 * 1024 * 1024

/**
 * `records`: sizes precede the value, so that closing a batch does not read values. `record_bytes` is valid only while
 * `closed_cleanly` is 1; otherwise it is recounted.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    "offset" INTEGER PRIMARY KEY AUTOINCREMENT,
    "rows" INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    appended_at INTEGER NOT NULL,
    headers TEXT NOT NULL,
    value BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS consumer_groups (
    consumer_group TEXT PRIMARY KEY,
    "offset" INTEGER NOT NULL,
    plan_end INTEGER
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS file_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    closed_cleanly INTEGER NOT NULL,
    record_bytes INTEGER NOT NULL
  );
  INSERT OR IGNORE INTO file_state VALUES (1, 1, 0);
`

export interface OpenedFile {
  database: Database
  /** Total bytes of the stored records. */
  recordBytes: number
}

/**
 * Opens and locks a topic file until it is closed. If the file was not closed cleanly, checks all of it, which reads
 * the complete file.
 * @throws EventLogError `unavailable` if another process has it open, `corrupt` if it is damaged.
 */
export function openTopicFile(file: string, filePagesMax: number | undefined): OpenedFile {
  let database: Database | undefined
  try {
    database = new Database(file, { timeout: 0 })
    configure(database, filePagesMax)
    return { database, recordBytes: takeOver(database, file) }
  } catch (error) {
    database?.close()
    if (isBusy(error)) {
      throw new EventLogError('unavailable', `${file} is in use: is Signalbox already running on this directory?`, {
        cause: error,
      })
    }
    throw toLogError(error, file)
  }
}

/** Marks the file as cleanly closed and releases it. */
export function closeTopicFile(database: Database, recordBytes: number): void {
  try {
    database.prepare('UPDATE file_state SET closed_cleanly = 1, record_bytes = ?').run(recordBytes)
  } finally {
    database.close()
  }
}

function configure(database: Database, filePagesMax: number | undefined): void {
  // The page size must be set before the first write, the exclusive lock before the first use of the WAL.
  database.pragma('page_size = 8192')
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`)
  if (filePagesMax !== undefined) {
    database.pragma(`max_page_count = ${filePagesMax}`)
  }
}

function takeOver(database: Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > SCHEMA_VERSION) {
    throw new EventLogError('unavailable', `${file} was written by a newer version of Signalbox`)
  }
  database.exec(SCHEMA)
  database.pragma(`user_version = ${SCHEMA_VERSION}`)
  const state = database.prepare<[], { closed_cleanly: number; record_bytes: number }>('SELECT * FROM file_state').get()
  const isClean = state?.closed_cleanly === 1
  if (!isClean) {
    checkIntegrity(database, file)
  }
  const recordBytes = isClean ? state.record_bytes : countBytes(database)
  database.exec('UPDATE file_state SET closed_cleanly = 0')
  return recordBytes
}

function checkIntegrity(database: Database, file: string): void {
  const finding = String(database.pragma('integrity_check(1)', { simple: true }))
  if (finding !== 'ok') {
    throw damagedFile(file, finding)
  }
}

function countBytes(database: Database): number {
  return database.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM records').pluck().get() ?? 0
}
