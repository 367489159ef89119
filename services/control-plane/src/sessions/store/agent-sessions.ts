import type { SessionOriginKind, SessionReview, SessionStatus } from '@signalbox/contracts'
import { createAgentSessionLeaseStore, type AgentSessionLeaseStore } from './agent-session-leases.js'
import type { AgentSessionRow } from './agent-session-row.js'
import { createAgentSessionStepStore, type AgentSessionStepStore } from './agent-session-steps.js'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import { createSessionListeners, type SessionListener, type SessionListeners } from './session-listeners.js'

export type { AgentSessionRow } from './agent-session-row.js'

/** The columns of a new session; the others have defaults. */
export type NewAgentSessionRow = Pick<
  AgentSessionRow,
  'id' | 'organization_id' | 'prompt' | 'context' | 'origin_kind' | 'origin_id' | 'created_at'
>

/** Which sessions to list. */
export interface AgentSessionPage {
  organizationId: string
  /** Undefined for all. */
  status: SessionStatus | undefined
  originKind: SessionOriginKind | undefined
  /** Only reviewed ones, with this outcome or any. */
  review: SessionReview['outcome'] | 'any' | undefined
  limit: number
  offset: number
}

/** A change of a session's state, with the fields of the new state. */
export interface AgentSessionChange extends Pick<AgentSessionRow, 'ended_at' | 'verdict' | 'report' | 'failure'> {
  id: string
  from: SessionStatus
  to: SessionStatus
  /** Token of the lease that authorizes the change; null for callers that need none. */
  token: number | null
}

export interface AgentSessionStore extends AgentSessionLeaseStore, AgentSessionStepStore {
  find(organizationId: string, id: string): AgentSessionRow | undefined
  /** Newest first, ties by id. */
  list(page: AgentSessionPage): AgentSessionRow[]
  count(page: Omit<AgentSessionPage, 'limit' | 'offset'>): number
  /** @returns the stored row: active and not claimed. */
  insert(row: NewAgentSessionRow): AgentSessionRow
  /** @returns false, with nothing changed, if the session is not in the state `from` or the lease is lost. */
  changeStatus(change: AgentSessionChange): boolean
  /** Stores people's review of the report, replacing any earlier one. */
  storeReview(id: string, review: SessionReview): void
  /**
   * Deletes the organization's oldest ended session with its steps and results; reviewed ones last.
   * @returns false if there is none.
   */
  deleteOldestEnded(organizationId: string): boolean
  /** Subscribes to changes made through this store. @returns a function that unsubscribes. */
  onChange(listener: SessionListener): () => void
}

export function createAgentSessionStore(database: ControlPlaneDatabase): AgentSessionStore {
  const listeners = createSessionListeners()
  const store = {
    ...createReads(database),
    ...createWrites(database),
    ...createAgentSessionLeaseStore(database),
    ...createAgentSessionStepStore(database),
  }
  return { ...store, ...createAnnouncedWrites(store, listeners), onChange: (listener) => listeners.add(listener) }
}

type AnnouncedWrites = Pick<AgentSessionStore, 'insert' | 'changeStatus' | 'release' | 'insertStep'>

/** Writes that listeners are notified of. */
function createAnnouncedWrites(store: AnnouncedWrites, listeners: SessionListeners): AnnouncedWrites {
  return {
    insert: (row) => {
      const stored = store.insert(row)
      listeners.notify(stored.id)
      return stored
    },
    changeStatus: (change) => {
      const changed = store.changeStatus(change)
      if (changed) listeners.notify(change.id)
      return changed
    },
    release: (hold) => {
      const released = store.release(hold)
      if (released) listeners.notify(hold.id)
      return released
    },
    insertStep: (row) => {
      store.insertStep(row)
      listeners.notify(row.session_id)
    },
  }
}

function createReads(database: ControlPlaneDatabase): Pick<AgentSessionStore, 'find' | 'list' | 'count'> {
  const find = database.prepare<[string, string], AgentSessionRow>(
    'SELECT * FROM agent_sessions WHERE organization_id = ? AND id = ?',
  )
  return {
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    list: (page) =>
      useDatabase(() =>
        database
          .prepare<[AgentSessionPage], AgentSessionRow>(
            `SELECT * FROM agent_sessions WHERE ${conditionOf(page)}
             ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
          )
          .all(page),
      ),
    count: (page) =>
      useDatabase(
        () =>
          database
            .prepare<[object], number>(`SELECT count(*) FROM agent_sessions WHERE ${conditionOf(page)}`)
            .pluck()
            .get(page) ?? 0,
      ),
  }
}

/** Includes only the filters that are set: an optional condition would prevent SQLite from using the index. */
function conditionOf({ status, originKind, review }: Omit<AgentSessionPage, 'limit' | 'offset'>): string {
  const conditions = ['organization_id = @organizationId']
  if (status !== undefined) conditions.push('status = @status')
  if (originKind !== undefined) conditions.push('origin_kind = @originKind')
  if (review !== undefined) conditions.push('review IS NOT NULL')
  if (review !== undefined && review !== 'any') conditions.push("review ->> 'outcome' = @review")
  return conditions.join(' AND ')
}

/** Initial column values, matching the schema's defaults: reading them back would cost more than the insert. */
const initialValues = {
  status: 'active',
  ended_at: null,
  verdict: null,
  report: null,
  query_count: 0,
  input_tokens: 0,
  output_tokens: 0,
  lease_owner: null,
  lease_token: 0,
  lease_expires_at: null,
  as_of: null,
  fruitless_claims: 0,
  failure: null,
  review: null,
} as const

function createWrites(
  database: ControlPlaneDatabase,
): Pick<AgentSessionStore, 'insert' | 'changeStatus' | 'storeReview' | 'deleteOldestEnded'> {
  const insert = database.prepare<[NewAgentSessionRow]>(
    `INSERT INTO agent_sessions (id, organization_id, status, prompt, context, origin_kind, origin_id, created_at,
       due_at)
     VALUES (@id, @organization_id, 'active', @prompt, @context, @origin_kind, @origin_id, @created_at, @created_at)`,
  )
  // A single statement: of two callers that change the same session, only one finds it in the expected state.
  const changeStatus = database.prepare<[AgentSessionChange]>(
    `UPDATE agent_sessions SET status = @to, ended_at = @ended_at, verdict = @verdict, report = @report,
       failure = @failure, lease_owner = NULL, lease_expires_at = NULL
     WHERE id = @id AND status = @from AND (@token IS NULL OR (lease_owner IS NOT NULL AND lease_token = @token))`,
  )
  const storeReview = database.prepare<[string, string]>('UPDATE agent_sessions SET review = ? WHERE id = ?')
  const deleteOldestEnded = database.prepare<[string]>(
    `DELETE FROM agent_sessions WHERE id = (SELECT id FROM agent_sessions
       WHERE organization_id = ? AND status <> 'active' ORDER BY (review IS NOT NULL), created_at, id LIMIT 1)`,
  )
  return {
    deleteOldestEnded: (organizationId) => useDatabase(() => deleteOldestEnded.run(organizationId).changes > 0),
    storeReview: (id, review) => {
      useDatabase(() => storeReview.run(JSON.stringify(review), id))
    },
    insert: (row) => {
      useDatabase(() => insert.run(row))
      return { ...row, ...initialValues, due_at: row.created_at }
    },
    changeStatus: (change) => useDatabase(() => changeStatus.run(change).changes === 1),
  }
}
