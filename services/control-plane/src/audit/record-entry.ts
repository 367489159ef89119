import { type AuditOutcome, createId, dayMs, limits } from '@signalbox/contracts'
import type { Actor, Clock } from '@signalbox/service-kit'
import type { AuditStores } from './store/audit-stores.js'

export interface AuditDependencies {
  store: Pick<AuditStores, 'auditEntries' | 'transact'>
  clock: Clock
}

/** A request to audit. */
export interface AuditedWork {
  /** The route's operationId. */
  action: string
  /** Undefined while the actor is unknown: no entry is written then. */
  by: { organizationId: string; actor: Actor } | undefined
  /** Path parameters. */
  params: unknown
  requestId: string
}

/** An audited request with its outcome. */
export interface AuditedResult extends AuditedWork {
  outcome: AuditOutcome
  answer?: unknown
  /** Code of the problem in the response. */
  code?: string
  /** Client address; not stored if omitted. */
  address?: string
  /** Number of occurrences. Default: 1. */
  count?: number
}

/**
 * Writes one entry and deletes a few expired ones of the organization.
 * @returns its id; undefined if the actor is unknown.
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

/** Extracts the fields `id` and `*_id`. Secrets never have such names. */
function idsIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const ids: Record<string, string> = {}
  for (const [name, id] of Object.entries(value)) {
    const isId = (name === 'id' || name.endsWith('_id')) && typeof id === 'string' && id.length <= idLengthMax
    if (isId) ids[name] = id
  }
  return ids
}
