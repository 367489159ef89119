import { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'

/** Converts SQLite errors to EventLogError; other errors pass through unchanged. */
export function toLogError(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) {
    return error
  }
  if (isDamage(error)) {
    return damagedFile(file, error.message, error)
  }
  // The disk is full: the log's own budget is checked before the write.
  const reason = error.code === 'SQLITE_FULL' ? 'full' : 'unavailable'
  return new EventLogError(reason, `${file}: ${error.message} (${error.code})`, { cause: error })
}

/** Error for a damaged topic file; tells the operator what to do. */
export function damagedFile(file: string, finding: string, cause?: unknown): EventLogError {
  return new EventLogError(
    'corrupt',
    `${file} is damaged: ${finding}. Stop the service and back up the file and ${file}-wal. Then restore it ` +
      `from a backup, recover the readable part with "sqlite3 ${file} .recover", or move both files away to ` +
      'start this topic empty, which loses the records that have not been consumed',
    { cause },
  )
}

/** True if another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function isDamage(error: InstanceType<typeof Database.SqliteError>): boolean {
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
}
