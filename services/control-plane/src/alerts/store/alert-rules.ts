import type { AlertRuleKind } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface AlertRuleRow {
  id: string
  organization_id: string
  /** Null for none. */
  project_id: string | null
  name: string
  kind: AlertRuleKind
  /** JSON of the rule as written. */
  definition: string
  /** When it is measured next; null while it is off. */
  due_at: number | null
  muted_until: number | null
  /** Time of the last successful measurement; null if there is none. */
  measured_at: number | null
  /** The worst value of all subjects; null if there is no measurement or no data. */
  value: number | null
  has_data: 0 | 1 | null
  /** Number of further subjects that meet the condition but are not tracked. */
  left_out: number
  /** When the source of an absence rule last sent anything; null if it never did. */
  seen_at: number | null
  /** The error of the last measurement. */
  fault: string | null
  created_at: number
  updated_at: number
}

/** The fields that a measurement changes. */
export type AlertRuleProgress = Pick<
  AlertRuleRow,
  'id' | 'due_at' | 'measured_at' | 'value' | 'has_data' | 'left_out' | 'seen_at' | 'fault'
>

/** Undefined filters match all. */
export interface AlertRuleFilter {
  organizationId: string
  projectId: string | undefined
  /** Part of the name, case-insensitive. */
  name: string | undefined
  kind: AlertRuleKind | undefined
}

export interface AlertRuleStore {
  find(organizationId: string, id: string): AlertRuleRow | undefined
  /** Newest first, ties by id. */
  list(page: AlertRuleFilter & { limit: number; offset: number }): AlertRuleRow[]
  count(filter: AlertRuleFilter): number
  /** Rules that are due, the longest overdue first. */
  listDue(now: number, limit: number): AlertRuleRow[]
  insert(row: AlertRuleRow): void
  /** Writes the editable fields and the resulting progress. */
  update(row: AlertRuleRow): void
  progress(change: AlertRuleProgress): void
  /** After the clock was set back: ensures that no rule waits longer than a minute. */
  rebase(now: number): void
  /** Also deletes its subjects. */
  delete(id: string): void
}

export const dueRulesSql = `SELECT * FROM alert_rules WHERE due_at IS NOT NULL AND due_at <= @now
  ORDER BY due_at, id LIMIT @limit`

export function createAlertRuleStore(database: ControlPlaneDatabase): AlertRuleStore {
  return { ...createReads(database), ...createWrites(database) }
}

function conditionOf({ projectId, name, kind }: AlertRuleFilter): string {
  const conditions = ['organization_id = @organizationId']
  if (projectId !== undefined) conditions.push('project_id = @projectId')
  if (name !== undefined) conditions.push('instr(name_folded, @name) > 0')
  if (kind !== undefined) conditions.push('kind = @kind')
  return conditions.join(' AND ')
}

function createReads(database: ControlPlaneDatabase): Pick<AlertRuleStore, 'find' | 'list' | 'count' | 'listDue'> {
  const find = database.prepare<[string, string], AlertRuleRow>(
    `SELECT ${columns} FROM alert_rules WHERE organization_id = ? AND id = ?`,
  )
  const listDue = database.prepare<[{ now: number; limit: number }], AlertRuleRow>(dueRulesSql)
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    list: (page) =>
      useDatabase(() =>
        database
          .prepare<[object], AlertRuleRow>(
            `SELECT ${columns} FROM alert_rules WHERE ${conditionOf(page)}
             ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
          )
          .all({ ...page, name: page.name?.toLowerCase() }),
      ),
    count: (filter) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM alert_rules WHERE ${conditionOf(filter)}`)
            .pluck()
            .get({ ...filter, name: filter.name?.toLowerCase() }) ?? 0,
      ),
    listDue: (now, limit) => useDatabase(() => listDue.all({ now, limit })),
  }
}

const columns = `id, organization_id, project_id, name, kind, definition, due_at, muted_until, measured_at, value, has_data,
  left_out, seen_at, fault, created_at, updated_at`

function createWrites(
  database: ControlPlaneDatabase,
): Pick<AlertRuleStore, 'insert' | 'update' | 'progress' | 'rebase' | 'delete'> {
  const insert = database.prepare<[object]>(
    `INSERT INTO alert_rules (${columns}, name_folded)
     VALUES (@id, @organization_id, @project_id, @name, @kind, @definition, @due_at, @muted_until, @measured_at, @value,
       @has_data, @left_out, @seen_at, @fault, @created_at, @updated_at, @name_folded)`,
  )
  const update = database.prepare<[object]>(
    `UPDATE alert_rules SET project_id = @project_id, name = @name, name_folded = @name_folded,
       definition = @definition, due_at = @due_at, muted_until = @muted_until, seen_at = @seen_at,
       updated_at = @updated_at
     WHERE id = @id`,
  )
  const progress = database.prepare<[AlertRuleProgress]>(
    `UPDATE alert_rules SET due_at = @due_at, measured_at = @measured_at, value = @value, has_data = @has_data,
       left_out = @left_out, seen_at = @seen_at, fault = @fault WHERE id = @id`,
  )
  const rebase = database.prepare<[{ now: number }]>(
    'UPDATE alert_rules SET due_at = @now WHERE due_at IS NOT NULL AND due_at > @now + 60000',
  )
  const remove = database.prepare<[string]>('DELETE FROM alert_rules WHERE id = ?')
  const folded = (row: AlertRuleRow) => ({ ...row, name_folded: row.name.toLowerCase() })
  return {
    insert: (row) => {
      useDatabase(() => insert.run(folded(row)))
    },
    update: (row) => {
      useDatabase(() => update.run(folded(row)))
    },
    progress: (change) => {
      useDatabase(() => progress.run(change))
    },
    rebase: (now) => {
      useDatabase(() => rebase.run({ now }))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}
