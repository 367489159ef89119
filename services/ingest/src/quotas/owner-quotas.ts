import type { DataCategory, Quota } from '@signalbox/contracts'
import type { DsnKeyOwner } from '@signalbox/service-kit'

/** A quota and the key of its counter. */
export interface OwnerQuota {
  key: string
  scope: 'project' | 'key'
  /** Category names as sent to SDKs; empty means all. */
  categories: readonly DataCategory[]
  limit: number
  windowMs: number
  reasonCode: string
}

/** The directory caches owners for a while, so derived quotas are cached by owner. */
const known = new WeakMap<DsnKeyOwner, readonly OwnerQuota[]>()

/**
 * Returns the quotas that apply to a key: those of its project, then its own. Of two quotas with the same categories
 * and window only the stricter one counts. A changed limit continues with the existing counter.
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
