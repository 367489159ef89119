import { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'

/** Turns what SQLite throws into an EventLogError; others pass unchanged. */
export function toLogError(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) {
    return error
  }
  if (isDamage(error)) {
    return damagedFile(file, error.message, error)
  }
  // The disk, for the budget of the log is checked before.
  const reason = error.code === 'SQLITE_FULL' ? 'full' : 'unavailable'
  return new EventLogError(reason, `${file}: ${error.message} (${error.code})`, { cause: error })
}

/** The error of a damaged topic file, with what the operator can do. */
export function damagedFile(file: string, finding: string, cause?: unknown): EventLogError {
  return new EventLogError(
    'corrupt',
    `${file} is damaged: ${finding}. Stop the service and back up the file and ${file}-wal. Then restore it ` +
      `from a backup, recover the readable part with "sqlite3 ${file} .recover", or move both files away to ` +
      'start this topic empty, which loses the records that have not been consumed',
    { cause },
  )
}

/** True when another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function isDamage(error: InstanceType<typeof Database.SqliteError>): boolean {
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
}
