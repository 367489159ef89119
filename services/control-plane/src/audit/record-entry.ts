import { type AuditOutcome, createId, dayMs, limits } from '@signalbox/contracts'
import type { Actor, Clock } from '@signalbox/service-kit'
import type { AuditStores } from './store/audit-stores.js'

export interface AuditDependencies {
  store: Pick<AuditStores, 'auditEntries' | 'transact'>
  clock: Clock
}

/** What a request is about to do. */
export interface AuditedWork {
  /** operationId */
  action: string
  /** Undefined while nobody knows who it is: such work leaves no entry. */
  by: { organizationId: string; actor: Actor } | undefined
  /** Of the path. */
  params: unknown
  requestId: string
}

/** What became of it. */
export interface AuditedResult extends AuditedWork {
  outcome: AuditOutcome
  answer?: unknown
  /** Of the problem that is answered. */
  code?: string
  /** Of the client; not kept when left out. */
  address?: string
  /** How often it happened; once when left out. */
  count?: number
}

/**
 * Writes one entry, and deletes a few of the organization that are too old.
 * @returns its id; undefined when nobody knows who it was.
 */
export function recordEntry(
  { store: { auditEntries }, clock }: AuditDependencies,
  result: AuditedResult,
): string | undefined {
  if (result.by === undefined) return undefined
  const { organizationId, actor } = result.by
  const now = clock()
  auditEntries.deleteSome(organizationId, now - limits.auditLog.retentionDays * dayMs)
  const id = createId(now)
  auditEntries.insert({
    id,
    organization_id: organizationId,
    occurred_at: now,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action: result.action,
    objects: JSON.stringify({ ...idsIn(result.params), ...idsIn(result.answer) }),
    outcome: result.outcome,
    code: result.code ?? null,
    request_id: result.requestId,
    address: result.address ?? '',
    count: result.count ?? 1,
  })
  return id
}

const idLengthMax = 64

/** The fields that hold ids by their names. No secret is named like one. */
function idsIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const ids: Record<string, string> = {}
  for (const [name, id] of Object.entries(value)) {
    const isId = (name === 'id' || name.endsWith('_id')) && typeof id === 'string' && id.length <= idLengthMax
    if (isId) ids[name] = id
  }
  return ids
}
