import { type ApiKey, type ApiScope, apiScopes, toTimestamp } from '@signalbox/contracts'
import type { ApiKeyRow } from '../store/api-keys.js'

/** Returns the scopes of a row in contract order; names that this version does not know are dropped. */
export function scopesOf(row: ApiKeyRow): ApiScope[] {
  const stored: unknown = JSON.parse(row.scopes)
  return Array.isArray(stored) ? apiScopes.filter((scope) => stored.includes(scope)) : []
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: scopesOf(row),
    created_at: toTimestamp(row.created_at),
    expires_at: row.expires_at === null ? null : toTimestamp(row.expires_at),
    last_used_at: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    revoked_at: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    query_limit_per_minute: row.query_limit_per_minute,
    ingest_limit_per_minute: row.ingest_limit_per_minute,
  }
}
