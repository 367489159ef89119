import type { ActorKind, AuditOutcome } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** One state-changing request, successful or not. */
export interface AuditEntryRow {
  id: string
  organization_id: string
  /** Unix milliseconds. */
  occurred_at: number
  actor_kind: ActorKind
  actor_id: string
  actor_name: string
  action: string
  /** JSON object of ids by name. */
  objects: string
  outcome: AuditOutcome
  code: string | null
  request_id: string
  /** Client address of refused requests; otherwise empty. */
  address: string
  /** Number of occurrences. */
  count: number
}

/** From `startMs` (inclusive) to `untilMs` (exclusive), in Unix milliseconds. */
export interface AuditFilter {
  organizationId: string
  startMs: number
  untilMs: number
  actor?: string | undefined
  action?: string | undefined
}

export interface AuditEntryStore {
  /** Newest first. */
  list(filter: AuditFilter, page: { limit: number; offset: number }): AuditEntryRow[]
  count(filter: AuditFilter): number
  insert(row: AuditEntryRow): void
  addToCount(id: string, count: number): void
  /** Deletes some of the organization's entries from before a time; bounded, so that no request has to delete many. */
  deleteSome(organizationId: string, before: number): void
}

/** More than one, so that deletion outpaces the one entry added each time. */
const deletedAtOnceMax = 10

export function createAuditEntryStore(database: ControlPlaneDatabase): AuditEntryStore {
  const insert = database.prepare<[AuditEntryRow]>(
    `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_kind, actor_id, actor_name, action, objects,
       outcome, code, request_id, address, count)
     VALUES (@id, @organization_id, @occurred_at, @actor_kind, @actor_id, @actor_name, @action, @objects, @outcome,
       @code, @request_id, @address, @count)`,
  )
  const addToCount = database.prepare<[number, string]>('UPDATE audit_entries SET count = count + ? WHERE id = ?')
  const deleteSome = database.prepare<[string, number, number]>(
    `DELETE FROM audit_entries WHERE id IN (
       SELECT id FROM audit_entries WHERE organization_id = ? AND occurred_at < ? ORDER BY occurred_at LIMIT ?
     )`,
  )
  return {
    list: (filter, { limit, offset }) =>
      useDatabase(() => {
        const { where, values } = toCondition(filter)
        const sql = `SELECT * FROM audit_entries WHERE ${where} ORDER BY occurred_at DESC, id DESC LIMIT ? OFFSET ?`
        return database.prepare<unknown[], AuditEntryRow>(sql).all(...values, limit, offset)
      }),
    count: (filter) =>
      useDatabase(() => {
        const { where, values } = toCondition(filter)
        const sql = `SELECT count(*) FROM audit_entries WHERE ${where}`
        return (
          database
            .prepare<unknown[], number>(sql)
            .pluck()
            .get(...values) ?? 0
        )
      }),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    addToCount: (id, count) => {
      useDatabase(() => addToCount.run(count, id))
    },
    deleteSome: (organizationId, before) => {
      useDatabase(() => deleteSome.run(organizationId, before, deletedAtOnceMax))
    },
  }
}

function toCondition({ organizationId, startMs, untilMs, actor, action }: AuditFilter) {
  const conditions = ['organization_id = ?', 'occurred_at >= ?', 'occurred_at < ?']
  const values: (string | number)[] = [organizationId, startMs, untilMs]
  if (actor !== undefined) {
    conditions.push('actor_id = ?')
    values.push(actor)
  }
  if (action !== undefined) {
    conditions.push('action = ?')
    values.push(action)
  }
  return { where: conditions.join(' AND '), values }
}
