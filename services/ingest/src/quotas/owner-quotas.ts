import type { DataCategory, Quota } from '@signalbox/contracts'
import type { DsnKeyOwner } from '@signalbox/service-kit'

/** A quota and the counter that it is counted with. */
export interface OwnerQuota {
  key: string
  scope: 'project' | 'key'
  /** As they are told to SDKs; empty for all. */
  categories: readonly DataCategory[]
  limit: number
  windowMs: number
  reasonCode: string
}

/** Owners are kept by the directory for a while; so is what follows from them. */
const known = new WeakMap<DsnKeyOwner, readonly OwnerQuota[]>()

/**
 * The quotas that limit a key: its project's, then its own. Of two with the same categories and window only the
 * stricter one counts, so that a changed limit goes on with the counter as it is.
 */
export function quotasOf(owner: DsnKeyOwner): readonly OwnerQuota[] {
  const kept = known.get(owner)
  if (kept !== undefined) return kept
  const quotas = new Map<string, OwnerQuota>()
  for (const quota of owner.projectQuotas) addStricter(quotas, toOwnerQuota(quota, 'project', owner.project.id))
  for (const quota of owner.keyQuotas) addStricter(quotas, toOwnerQuota(quota, 'key', owner.keyId))
  const list = [...quotas.values()]
  known.set(owner, list)
  return list
}

function addStricter(quotas: Map<string, OwnerQuota>, quota: OwnerQuota): void {
  const other = quotas.get(quota.key)
  if (other === undefined || quota.limit < other.limit) quotas.set(quota.key, quota)
}

function toOwnerQuota(quota: Quota, scope: OwnerQuota['scope'], scopeId: string): OwnerQuota {
  const { categories, limit, window_seconds: windowSeconds, reason_code: reasonCode = 'quota_exceeded' } = quota
  const key = [scope, scopeId, windowSeconds, ...[...categories].sort()].join(':')
  return { key, scope, categories, limit, windowMs: windowSeconds * 1_000, reasonCode }
}
