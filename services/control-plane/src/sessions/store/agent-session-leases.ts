import type { AgentSessionRow } from './agent-session-row.js'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Which sessions are due for a worker. Times are Unix milliseconds. */
export interface DueSessions {
  now: number
  /** A lease that ends later than this was granted before the clock was set back, and does not count. */
  leaseEndMax: number
  limit: number
}

/** A claim on a session. Times are Unix milliseconds. */
export interface AgentSessionClaim {
  id: string
  owner: string
  now: number
  expires_at: number
}

/** Identifies a lease by its token. */
export interface AgentSessionHold {
  id: string
  token: number
}

/** The cost of finished steps. */
export interface AgentSessionSpending {
  queries: number
  input_tokens: number
  output_tokens: number
}

/** Leases of workers on sessions. Operations with an outdated token change nothing. */
export interface AgentSessionLeaseStore {
  /**
   * Active sessions that are due and not held. Organizations take turns: the one with the fewest sessions in progress
   * comes first, then the session that has been due the longest. A storm of sessions in one organization does not block
   * the others.
   */
  listDue(due: DueSessions): AgentSessionRow[]
  /** Claims a session that `listDue` returned in the same transaction. @returns the row as it is now. */
  claim(claim: AgentSessionClaim): AgentSessionRow
  /** @returns undefined if the session has ended, was released, or is held under another token. */
  findHeld(hold: AgentSessionHold): AgentSessionRow | undefined
  /** @returns true if it is still held. */
  renew(hold: AgentSessionHold & { expires_at: number }): boolean
  /** Releases a session until it is due again. @returns true if it was held. */
  release(hold: AgentSessionHold & { due_at: number }): boolean
  /** Adds the cost of a step and records the worker's progress. @returns true if it is still held. */
  spend(hold: AgentSessionHold & AgentSessionSpending): boolean
}

const held = "id = @id AND status = 'active' AND lease_owner IS NOT NULL AND lease_token = @token"

// Sessions are due if they were never claimed, their lease was lost, or their waiting time is over. A session's rank is
// its position in its organization, after the sessions that are held.
const dueSessionsSql = `
  WITH active AS (
    SELECT id, organization_id, due_at,
      coalesce(lease_expires_at > @now AND lease_expires_at <= @leaseEndMax, false) AS is_held
    FROM agent_sessions
    WHERE status = 'active' AND (as_of IS NULL OR lease_expires_at IS NOT NULL OR due_at <= @now)),
  turns AS (
    SELECT id, is_held,
      row_number() OVER (PARTITION BY organization_id ORDER BY is_held DESC, due_at, id) AS turn
    FROM active)
  SELECT agent_sessions.* FROM turns JOIN agent_sessions USING (id)
  WHERE NOT is_held
  ORDER BY turn, due_at, id LIMIT @limit`

export function createAgentSessionLeaseStore(database: ControlPlaneDatabase): AgentSessionLeaseStore {
  return { ...createClaims(database), ...createHolds(database) }
}

function createClaims(database: ControlPlaneDatabase): Pick<AgentSessionLeaseStore, 'listDue' | 'claim' | 'findHeld'> {
  const listDue = database.prepare<[DueSessions], AgentSessionRow>(dueSessionsSql)
  const claim = database.prepare<[AgentSessionClaim], AgentSessionRow>(
    `UPDATE agent_sessions SET lease_owner = @owner, lease_token = lease_token + 1, lease_expires_at = @expires_at,
       as_of = coalesce(as_of, max(created_at, @now)), fruitless_claims = fruitless_claims + 1
     WHERE id = @id RETURNING *`,
  )
  const findHeld = database.prepare<[AgentSessionHold], AgentSessionRow>(`SELECT * FROM agent_sessions WHERE ${held}`)
  return {
    listDue: (due) => useDatabase(() => listDue.all(due)),
    claim: (request) =>
      useDatabase(() => {
        const claimed = claim.get(request)
        if (!claimed) throw new Error('a session to be claimed does not exist')
        return claimed
      }),
    findHeld: (hold) => useDatabase(() => findHeld.get(hold)),
  }
}

function createHolds(database: ControlPlaneDatabase): Pick<AgentSessionLeaseStore, 'renew' | 'release' | 'spend'> {
  const renew = database.prepare<[AgentSessionHold & { expires_at: number }]>(
    `UPDATE agent_sessions SET lease_expires_at = @expires_at WHERE ${held}`,
  )
  const release = database.prepare<[AgentSessionHold & { due_at: number }]>(
    `UPDATE agent_sessions SET lease_owner = NULL, lease_expires_at = NULL, due_at = @due_at, fruitless_claims = 0
     WHERE ${held}`,
  )
  const spend = database.prepare<[AgentSessionHold & AgentSessionSpending]>(
    `UPDATE agent_sessions SET query_count = query_count + @queries, input_tokens = input_tokens + @input_tokens,
       output_tokens = output_tokens + @output_tokens, fruitless_claims = 0 WHERE ${held}`,
  )
  return {
    renew: (hold) => useDatabase(() => renew.run(hold).changes === 1),
    release: (hold) => useDatabase(() => release.run(hold).changes === 1),
    spend: (hold) => useDatabase(() => spend.run(hold).changes === 1),
  }
}
