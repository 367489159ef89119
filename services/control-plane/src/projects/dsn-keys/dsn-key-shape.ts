import { createValidator, DsnKey, type Quota, toTimestamp } from '@signalbox/contracts'
import { createDsn } from './dsn.js'
import type { DsnKeyRow } from '../store/dsn-keys.js'

const validateQuotas = createValidator(DsnKey.properties.quotas)

/** Parses the stored quotas of a key. */
export function readQuotas(json: string): Quota[] {
  const kept = validateQuotas(JSON.parse(json))
  if (kept.ok) return kept.value
  throw new Error('the quotas of a DSN key cannot be read')
}

export function toDsnKey(row: DsnKeyRow, { publicUrl, number }: { publicUrl: string; number: number }): DsnKey {
  return {
    id: row.id,
    public_key: row.public_key,
    dsn: createDsn(publicUrl, row.public_key, number),
    is_active: row.is_active === 1,
    ingest_limit_per_minute: row.ingest_limit_per_minute,
    quotas: readQuotas(row.quotas),
    created_at: toTimestamp(row.created_at),
  }
}
