import { Database } from '@signalbox/sqlite'
import { EventLogError } from '../event-log.js'
import { isBusy, toLogError } from './log-failure.js'
import { moveRecords } from './segments/move-records.js'
import { TopicRecords } from './segments/topic-records.js'
import { TopicState } from './topic-state.js'

export interface OpenedTopic {
  state: TopicState
  records: TopicRecords
}

/**
 * Opens and locks a topic until it is closed. If it was not closed cleanly, checks all of its files, which reads them
 * completely.
 * @param file The SQLite file; its segments lie beside it.
 * @throws EventLogError `unavailable` if another process has it open, `corrupt` if it is damaged.
 */
export function openTopicFile(file: string, fileBytesMax: number): OpenedTopic {
  let database: Database | undefined
  try {
    database = new Database(file, { timeout: 0 })
    configure(database)
    const prefix = file.replace(/\.db$/, '')
    moveRecords(database, prefix)
    const state = new TopicState(database)
    return { state, records: new TopicRecords({ prefix, fileBytesMax, ...state.takeOver() }) }
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

function configure(database: Database): void {
  // The exclusive lock must be set before the first use of the WAL.
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
}
