import type { SessionOriginKind, SessionStatus, Verdict } from '@signalbox/contracts'

/** A session as stored. Times are Unix milliseconds. */
export interface AgentSessionRow {
  id: string
  organization_id: string
  status: SessionStatus
  prompt: string
  /** JSON object. */
  context: string
  origin_kind: SessionOriginKind
  origin_id: string | null
  created_at: number
  /** Null while it is active. */
  ended_at: number | null
  verdict: Verdict | null
  /** JSON; null until it is completed. */
  report: string | null
  query_count: number
  input_tokens: number
  output_tokens: number
  /** The worker that holds it; null if none does. */
  lease_owner: string | null
  /** Incremented with every claim. */
  lease_token: number
  lease_expires_at: number | null
  /** When it was first claimed; null before. */
  as_of: number | null
  /** Must not be claimed before this time, unless it was never claimed. */
  due_at: number
  /** Claims since the last finished step. */
  fruitless_claims: number
  /** Why it failed; null unless it did. */
  failure: string | null
  /** People's review of the report, JSON; null if there is none. */
  review: string | null
}
