import type { AlertResolution, AlertRuleKind, AlertSeverity, AlertSilence, AlertState } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface AlertRow {
  id: string
  organization_id: string
  rule_id: string
  rule_name: string
  kind: AlertRuleKind
  severity: AlertSeverity
  project_id: string | null
  /** Identifies a subject within its rule; empty if there is only one. */
  subject_key: string
  /** For people; empty if there is only one. */
  subject: string
  /** The side of the threshold that is bad. */
  direction: 'above' | 'below'
  threshold: number
  value: number
  peak_value: number
  began_at: number
  opened_at: number
  /** Null while it is open. */
  resolved_at: number | null
  resolution: AlertResolution | null
  /** Why nobody was notified when it opened. */
  silence: AlertSilence | null
  /** The notification to send when the silence ends. */
  owes: 'opened' | 'resolved' | null
  told_at: number | null
  acknowledged_at: number | null
  acknowledged_by: string | null
  run_id: string | null
  run_refusal: string | null
}

/** Selects alerts that were open at any time of the range. Undefined filters match all. */
export interface AlertFilter {
  organizationId: string
  /** Inclusive. */
  startMs: number
  /** Exclusive. */
  untilMs: number
  state: AlertState | undefined
  severity: AlertSeverity | undefined
  ruleId: string | undefined
  projectId: string | undefined
}

export interface AlertStore {
  find(organizationId: string, id: string): AlertRow | undefined
  /** Newest first, ties by id. */
  list(page: AlertFilter & { limit: number; offset: number }): AlertRow[]
  count(filter: AlertFilter): number
  /** The open alerts of a rule. */
  listOpen(ruleId: string): AlertRow[]
  /** Alerts of a rule with a pending notification. */
  listOwing(ruleId: string): AlertRow[]
  insert(row: AlertRow): void
  /** Updates an alert. */
  update(row: AlertRow): void
  /** Deletes up to `max` alerts that ended before a time. @returns how many. */
  deleteBefore(before: number, max: number): number
}

/** The list statement as a function of its filters, so that a test can check its query plan. */
export function alertListSql(filter: AlertFilter): string {
  return `SELECT * FROM alerts WHERE ${conditionOf(filter)} ORDER BY opened_at DESC, id DESC LIMIT @limit OFFSET @offset`
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ state, severity, ruleId, projectId }: AlertFilter): string {
  const conditions = ['organization_id = @organizationId AND opened_at < @untilMs']
  if (state !== 'firing') conditions.push('(resolved_at IS NULL OR resolved_at >= @startMs)')
  if (state !== undefined) conditions.push(`resolved_at IS ${state === 'firing' ? '' : 'NOT '}NULL`)
  if (severity !== undefined) conditions.push('severity = @severity')
  if (ruleId !== undefined) conditions.push('rule_id = @ruleId')
  if (projectId !== undefined) conditions.push('project_id = @projectId')
  return conditions.join(' AND ')
}

export function createAlertStore(database: ControlPlaneDatabase): AlertStore {
  return { ...createReads(database), ...createWrites(database) }
}

type Reads = Pick<AlertStore, 'find' | 'list' | 'count' | 'listOpen' | 'listOwing'>

function createReads(database: ControlPlaneDatabase): Reads {
  const find = database.prepare<[string, string], AlertRow>('SELECT * FROM alerts WHERE organization_id = ? AND id = ?')
  const listOpen = database.prepare<[string], AlertRow>(
    'SELECT * FROM alerts WHERE rule_id = ? AND resolved_at IS NULL ORDER BY subject_key',
  )
  const listOwing = database.prepare<[string], AlertRow>(
    'SELECT * FROM alerts WHERE rule_id = ? AND owes IS NOT NULL ORDER BY opened_at, id',
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    list: (page) => useDatabase(() => database.prepare<[object], AlertRow>(alertListSql(page)).all({ ...page })),
    count: (filter) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM alerts WHERE ${conditionOf(filter)}`)
            .pluck()
            .get({ ...filter }) ?? 0,
      ),
    listOpen: (ruleId) => useDatabase(() => listOpen.all(ruleId)),
    listOwing: (ruleId) => useDatabase(() => listOwing.all(ruleId)),
  }
}

function createWrites(database: ControlPlaneDatabase): Pick<AlertStore, 'insert' | 'update' | 'deleteBefore'> {
  const insert = database.prepare<[AlertRow]>(
    `INSERT INTO alerts (id, organization_id, rule_id, rule_name, kind, severity, project_id, subject_key, subject,
       direction, threshold, value, peak_value, began_at, opened_at, resolved_at, resolution, silence, owes, told_at,
       acknowledged_at, acknowledged_by, run_id, run_refusal)
     VALUES (@id, @organization_id, @rule_id, @rule_name, @kind, @severity, @project_id, @subject_key, @subject,
       @direction, @threshold, @value, @peak_value, @began_at, @opened_at, @resolved_at, @resolution, @silence, @owes,
       @told_at, @acknowledged_at, @acknowledged_by, @run_id, @run_refusal)`,
  )
  const update = database.prepare<[AlertRow]>(
    `UPDATE alerts SET value = @value, peak_value = @peak_value, resolved_at = @resolved_at, resolution = @resolution,
       silence = @silence, owes = @owes, told_at = @told_at, acknowledged_at = @acknowledged_at,
       acknowledged_by = @acknowledged_by, run_id = @run_id, run_refusal = @run_refusal
     WHERE id = @id`,
  )
  const deleteBefore = database.prepare<[number, number]>(
    `DELETE FROM alerts WHERE id IN (SELECT id FROM alerts
       WHERE resolved_at IS NOT NULL AND resolved_at < ? ORDER BY resolved_at LIMIT ?)`,
  )
  return {
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    update: (row) => {
      useDatabase(() => update.run(row))
    },
    deleteBefore: (before, max) => useDatabase(() => deleteBefore.run(before, max).changes),
  }
}
