import type { SessionOriginKind, SessionStatus, Verdict } from '@signalbox/contracts'

/** A session as it is stored. Times are Unix milliseconds. */
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
  /** Who works on it; null while nobody does. */
  lease_owner: string | null
  /** Counts up with every claim. */
  lease_token: number
  lease_expires_at: number | null
  /** When it was first claimed; null until then. */
  as_of: number | null
  /** Not to be claimed before, unless it was never claimed. */
  due_at: number
  /** Claims since a step was finished. */
  fruitless_claims: number
  /** Why it failed; null where it did not. */
  failure: string | null
  /** What people found of the report, JSON; null where nobody said. */
  review: string | null
}
