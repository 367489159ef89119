import type { AgentSessionRow } from './agent-session-row.js'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Which sessions wait for a worker. Times are Unix milliseconds. */
export interface DueSessions {
  now: number
  /** A lease that ends later was given under a clock that was set back since: it does not count. */
  leaseEndMax: number
  limit: number
}

/** A claim. Times are Unix milliseconds. */
export interface AgentSessionClaim {
  id: string
  owner: string
  now: number
  expires_at: number
}

/** Names a lease by its token. */
export interface AgentSessionHold {
  id: string
  token: number
}

/** What finished steps spent. */
export interface AgentSessionSpending {
  queries: number
  input_tokens: number
  output_tokens: number
}

/** Who works on which session. What is done under a token that is not the latest changes nothing. */
export interface AgentSessionLeaseStore {
  /**
   * Active, due and held by nobody. Organizations take turns: first comes the one with the fewest sessions under way, then
   * what is due the longest. So a storm of sessions in one keeps no other waiting.
   */
  listDue(due: DueSessions): AgentSessionRow[]
  /** Takes a session that `listDue` gave in the same transaction. @returns the row as it is now. */
  claim(claim: AgentSessionClaim): AgentSessionRow
  /** @returns undefined when the session has ended, was let go or is held under another token. */
  findHeld(hold: AgentSessionHold): AgentSessionRow | undefined
  /** @returns whether it is held. */
  renew(hold: AgentSessionHold & { expires_at: number }): boolean
  /** Lets a session go until it is due again. @returns whether it was held. */
  release(hold: AgentSessionHold & { due_at: number }): boolean
  /** Adds what a step spent; the worker has come further. @returns whether it is held. */
  spend(hold: AgentSessionHold & AgentSessionSpending): boolean
}

const held = "id = @id AND status = 'active' AND lease_owner IS NOT NULL AND lease_token = @token"

// Due is what was never claimed, what was lost, and what has waited. The turn of a session is its place in its
// organization, behind those that are held.
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
