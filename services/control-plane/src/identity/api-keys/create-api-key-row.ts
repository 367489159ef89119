import type { ApiScope } from '@signalbox/contracts'
import type { ApiKeyRow } from '../store/api-keys.js'
import { hashSecret, prefixOf } from '../secrets.js'

export interface NewApiKey {
  id: string
  organizationId: string
  name: string
  secret: string
  scopes: readonly ApiScope[]
  queryLimitPerMinute: number | null
  ingestLimitPerMinute: number | null
  /** Unix milliseconds. */
  createdAt: number
  /** Unix milliseconds; null for a key that does not expire. */
  expiresAt?: number | null
}

/** Creates the row for a new API key, which contains everything except the secret. */
export function createApiKeyRow(key: NewApiKey): ApiKeyRow {
  return {
    id: key.id,
    organization_id: key.organizationId,
    name: key.name,
    prefix: prefixOf(key.secret),
    secret_hash: hashSecret(key.secret),
    scopes: JSON.stringify(key.scopes),
    query_limit_per_minute: key.queryLimitPerMinute,
    ingest_limit_per_minute: key.ingestLimitPerMinute,
    created_at: key.createdAt,
    last_used_at: null,
    revoked_at: null,
    expires_at: key.expiresAt ?? null,
  }
}
