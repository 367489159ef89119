import type { TriggerKind } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface WorkflowTriggerRow {
  id: string
  organization_id: string
  workflow_id: string
  /** Order within the workflow, from 0. */
  position: number
  name: string
  kind: TriggerKind
  /** JSON of the trigger as the API returns it. */
  definition: string
  /** 0 while its workflow is disabled. */
  active: 0 | 1
  /** When a schedule fires next or a condition is evaluated next; null for triggers that do not depend on time. */
  due_at: number | null
  /** Newest instant of a schedule that was decided. */
  last_instant: number | null
  /** Result of the last evaluation of a condition; null if there is none. */
  condition_holds: 0 | 1 | null
  /** Error of the last evaluation of a condition. */
  fault: string | null
  created_at: number
}

/** The fields of a trigger that change over time. */
export type TriggerProgress = Pick<WorkflowTriggerRow, 'id' | 'due_at' | 'last_instant' | 'condition_holds' | 'fault'>

/** Triggers to deliver an event to, in order of id. */
export interface ListenerPage {
  organizationId: string
  kind: TriggerKind
  /** Id of the last trigger that received it; empty for none. */
  after: string
  limit: number
}

/** Kinds of triggers that depend on time. */
export type TimedTriggers = 'schedule' | 'condition'

export interface WorkflowTriggerStore {
  find(id: string): WorkflowTriggerRow | undefined
  findByName(workflowId: string, name: string): WorkflowTriggerRow | undefined
  /** In order of position. */
  list(workflowId: string): WorkflowTriggerRow[]
  /** Triggers that are due, the longest overdue first. */
  listDue(kind: TimedTriggers, now: number, limit: number): WorkflowTriggerRow[]
  /** When the next one is due; undefined if none is. */
  findNextDue(kind: TimedTriggers): number | undefined
  /** Active triggers of a kind. */
  listListeners(page: ListenerPage): WorkflowTriggerRow[]
  hasListeners(organizationId: string, kind: TriggerKind): boolean
  /** Inserts a trigger or replaces the one with its id. */
  put(row: WorkflowTriggerRow): void
  progress(change: TriggerProgress): void
  /** After the clock was set back: ensures that no condition waits longer than a minute. */
  rebaseConditions(now: number): void
  delete(id: string): void
}

const timed = { schedule: "kind = 'schedule'", condition: "kind <> 'schedule'" } as const

/** The statement that lists due triggers; a function, so that a test can check its query plan. */
export function dueTriggersSql(kind: TimedTriggers): string {
  return `SELECT * FROM workflow_triggers WHERE due_at IS NOT NULL AND ${timed[kind]} AND due_at <= @now
    ORDER BY due_at, id LIMIT @limit`
}

export const listenersSql = `SELECT * FROM workflow_triggers
  WHERE organization_id = @organizationId AND kind = @kind AND active = 1 AND id > @after ORDER BY id LIMIT @limit`

export function createWorkflowTriggerStore(database: ControlPlaneDatabase): WorkflowTriggerStore {
  return { ...createReads(database), ...createTimedReads(database), ...createWrites(database) }
}

type Reads = Pick<WorkflowTriggerStore, 'find' | 'findByName' | 'list' | 'listListeners' | 'hasListeners'>

function createReads(database: ControlPlaneDatabase): Reads {
  const find = database.prepare<[string], WorkflowTriggerRow>('SELECT * FROM workflow_triggers WHERE id = ?')
  const findByName = database.prepare<[string, string], WorkflowTriggerRow>(
    'SELECT * FROM workflow_triggers WHERE workflow_id = ? AND name = ?',
  )
  const list = database.prepare<[string], WorkflowTriggerRow>(
    'SELECT * FROM workflow_triggers WHERE workflow_id = ? ORDER BY position',
  )
  const listListeners = database.prepare<[ListenerPage], WorkflowTriggerRow>(listenersSql)
  return {
    find: (id) => useDatabase(() => find.get(id)),
    findByName: (workflowId, name) => useDatabase(() => findByName.get(workflowId, name)),
    list: (workflowId) => useDatabase(() => list.all(workflowId)),
    listListeners: (page) => useDatabase(() => listListeners.all(page)),
    hasListeners: (organizationId, kind) =>
      useDatabase(() => listListeners.get({ organizationId, kind, after: '', limit: 1 }) !== undefined),
  }
}

function createTimedReads(database: ControlPlaneDatabase): Pick<WorkflowTriggerStore, 'listDue' | 'findNextDue'> {
  const prepareDue = (kind: TimedTriggers) =>
    database.prepare<[{ now: number; limit: number }], WorkflowTriggerRow>(dueTriggersSql(kind))
  const due = { schedule: prepareDue('schedule'), condition: prepareDue('condition') }
  return {
    listDue: (kind, now, limit) => useDatabase(() => due[kind].all({ now, limit })),
    findNextDue: (kind) =>
      useDatabase(() => due[kind].get({ now: Number.MAX_SAFE_INTEGER, limit: 1 })?.due_at ?? undefined),
  }
}

function createWrites(
  database: ControlPlaneDatabase,
): Pick<WorkflowTriggerStore, 'put' | 'progress' | 'rebaseConditions' | 'delete'> {
  const put = database.prepare<[WorkflowTriggerRow]>(
    `INSERT INTO workflow_triggers (id, organization_id, workflow_id, position, name, kind, definition, active, due_at,
       last_instant, condition_holds, fault, created_at)
     VALUES (@id, @organization_id, @workflow_id, @position, @name, @kind, @definition, @active, @due_at,
       @last_instant, @condition_holds, @fault, @created_at)
     ON CONFLICT (id) DO UPDATE SET position = @position, definition = @definition, active = @active, due_at = @due_at,
       last_instant = @last_instant, condition_holds = @condition_holds, fault = @fault`,
  )
  const progress = database.prepare<[TriggerProgress]>(
    `UPDATE workflow_triggers SET due_at = @due_at, last_instant = @last_instant, condition_holds = @condition_holds,
       fault = @fault WHERE id = @id`,
  )
  const rebase = database.prepare<[{ now: number }]>(
    `UPDATE workflow_triggers SET due_at = @now
     WHERE due_at IS NOT NULL AND kind <> 'schedule' AND due_at > @now + 60000`,
  )
  const remove = database.prepare<[string]>('DELETE FROM workflow_triggers WHERE id = ?')
  return {
    put: (row) => {
      useDatabase(() => put.run(row))
    },
    progress: (change) => {
      useDatabase(() => progress.run(change))
    },
    rebaseConditions: (now) => {
      useDatabase(() => rebase.run({ now }))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}
