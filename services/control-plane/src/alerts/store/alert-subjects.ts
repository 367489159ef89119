import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A subject that is not ok. Times are Unix milliseconds. */
export interface AlertSubjectRow {
  rule_id: string
  /** Identifies a subject within its rule; empty if there is only one. */
  key: string
  /** For people; empty if there is only one. */
  subject: string
  /** Since when the condition holds. */
  since: number
  /** Since when it no longer holds while the alert is open; null otherwise. */
  clear_since: number | null
  /** The open alert; null while the condition has not held for long enough. */
  alert_id: string | null
  /** The last measured value. */
  value: number
}

/** Number of a rule's subjects in each state. */
export interface SubjectCounts {
  firing: number
  pending: number
}

export interface AlertSubjectStore {
  list(ruleId: string): AlertSubjectRow[]
  count(ruleId: string): SubjectCounts
  /** Inserts a subject or replaces the one with its key. */
  put(row: AlertSubjectRow): void
  delete(ruleId: string, key: string): void
  /** Deletes a rule's subjects that have no open alert. */
  deletePending(ruleId: string): void
  deleteAll(ruleId: string): void
}

export function createAlertSubjectStore(database: ControlPlaneDatabase): AlertSubjectStore {
  const list = database.prepare<[string], AlertSubjectRow>(
    'SELECT * FROM alert_subjects WHERE rule_id = ? ORDER BY key',
  )
  const count = database.prepare<[string], SubjectCounts>(
    `SELECT count(alert_id) AS firing, count(*) - count(alert_id) AS pending FROM alert_subjects WHERE rule_id = ?`,
  )
  const put = database.prepare<[AlertSubjectRow]>(
    `INSERT INTO alert_subjects (rule_id, key, subject, since, clear_since, alert_id, value)
     VALUES (@rule_id, @key, @subject, @since, @clear_since, @alert_id, @value)
     ON CONFLICT (rule_id, key) DO UPDATE SET subject = @subject, since = @since, clear_since = @clear_since,
       alert_id = @alert_id, value = @value`,
  )
  const remove = database.prepare<[string, string]>('DELETE FROM alert_subjects WHERE rule_id = ? AND key = ?')
  const removePending = database.prepare<[string]>('DELETE FROM alert_subjects WHERE rule_id = ? AND alert_id IS NULL')
  const removeAll = database.prepare<[string]>('DELETE FROM alert_subjects WHERE rule_id = ?')
  return {
    list: (ruleId) => useDatabase(() => list.all(ruleId)),
    count: (ruleId) => useDatabase(() => count.get(ruleId) ?? { firing: 0, pending: 0 }),
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    delete: (ruleId, key) => {
      useDatabase(() => remove.run(ruleId, key))
    },
    deletePending: (ruleId) => {
      useDatabase(() => removePending.run(ruleId))
    },
    deleteAll: (ruleId) => {
      useDatabase(() => removeAll.run(ruleId))
    },
  }
}
