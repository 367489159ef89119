import { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'
import { DamagedSegment, DiskFull } from './segments/segment-failure.js'

/**
 * Converts errors of a topic's files to EventLogError; other errors pass through unchanged.
 * @param file The topic's SQLite file.
 */
export function toLogError(error: unknown, file: string): unknown {
  if (error instanceof DamagedSegment) return damagedFile(error.file, error.message, error)
  if (error instanceof DiskFull) return new EventLogError('full', error.message, { cause: error })
  if (error instanceof Database.SqliteError) return fromSqlite(error, file)
  return isSystemError(error) ? fromSystem(error) : error
}

/** Error for a damaged file; tells the operator what to do. */
export function damagedFile(file: string, finding: string, cause?: unknown): EventLogError {
  const topic = file.replace(/(\.\d+\.segment|\.db)$/, '')
  return new EventLogError(
    'corrupt',
    `${file} is damaged: ${finding}. Stop the service and back up ${topic}.*. Then restore these files from a backup, or ` +
      'move all of them away to start this topic empty, which loses the records that have not been consumed',
    { cause },
  )
}

/** True if another connection has locked the file. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function fromSqlite(error: InstanceType<typeof Database.SqliteError>, file: string): EventLogError {
  if (isDamage(error)) return damagedFile(file, error.message, error)
  // The disk is full: the log's own budget is checked before the write.
  const reason = error.code === 'SQLITE_FULL' ? 'full' : 'unavailable'
  return new EventLogError(reason, `${file}: ${error.message} (${error.code})`, { cause: error })
}

function isDamage(error: InstanceType<typeof Database.SqliteError>): boolean {
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB'
}

/** Errors of Node's file system name the call and the file. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

function fromSystem(error: NodeJS.ErrnoException): EventLogError {
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return new EventLogError(isFull ? 'full' : 'unavailable', error.message, { cause: error })
}
