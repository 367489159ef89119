import { AuditEntry, createValidator, toTimestamp } from '@signalbox/contracts'
import type { AuditEntryRow } from './store/audit-entries.js'

const validateObjects = createValidator(AuditEntry.properties.objects)

export function toAuditEntry(row: AuditEntryRow): AuditEntry {
  const objects = validateObjects(JSON.parse(row.objects))
  return {
    id: row.id,
    occurred_at: toTimestamp(row.occurred_at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    objects: objects.ok ? objects.value : {},
    outcome: row.outcome,
    code: row.code,
    request_id: row.request_id,
    address: row.address,
    count: row.count,
  }
}
