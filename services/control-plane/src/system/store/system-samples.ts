import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Health of the installation in one minute. */
export interface SystemSampleRow {
  /** Start of the minute, Unix milliseconds. */
  at: number
  /** Null if no consumer had reported. */
  lag_ms: number | null
  /** 0 to 1; null without a disk. */
  disk_share: number | null
}

export interface SystemSampleStore {
  /** Samples since a time, oldest first. */
  list(since: number): SystemSampleRow[]
  /** Stores a sample, replacing an earlier one of the same minute, and deletes those before a time. */
  keep(row: SystemSampleRow, deletedBefore: number): void
}

export function createSystemSampleStore(database: ControlPlaneDatabase): SystemSampleStore {
  const list = database.prepare<[number], SystemSampleRow>('SELECT * FROM system_samples WHERE at >= ? ORDER BY at')
  const put = database.prepare<[SystemSampleRow]>(
    `INSERT INTO system_samples (at, lag_ms, disk_share) VALUES (@at, @lag_ms, @disk_share)
     ON CONFLICT (at) DO UPDATE SET lag_ms = excluded.lag_ms, disk_share = excluded.disk_share`,
  )
  const removeBefore = database.prepare<[number]>('DELETE FROM system_samples WHERE at < ?')
  return {
    list: (since) => useDatabase(() => list.all(since)),
    keep: (row, deletedBefore) => {
      useDatabase(() => {
        put.run(row)
        removeBefore.run(deletedBefore)
      })
    },
  }
}
