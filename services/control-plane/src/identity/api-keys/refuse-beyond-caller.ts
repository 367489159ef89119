import { roleScopes, ServiceError, toTimestamp, type ApiScope } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { ApiKeyRow } from '../store/api-keys.js'
import { scopesOf } from './api-key-shape.js'

/** A stolen API key must not be useful for anything beyond its own permissions, limits and lifetime. */

/** Requests per minute; null for the default. */
type KeyLimits = Pick<ApiCaller, 'queryLimitPerMinute' | 'ingestLimitPerMinute'>

interface NewKey extends KeyLimits {
  scopes: readonly ApiScope[]
  /** Unix milliseconds; null for a key that does not expire. */
  expiresAt: number | null
}

/**
 * @throws ServiceError `forbidden` for scopes that the caller lacks, and for a key with a later expiry or higher
 * limits.
 */
export function refuseLargerKey(caller: ApiCaller, key: NewKey): void {
  refuseForeignScopes(caller, key.scopes, 'which it cannot grant')
  if (isMember(caller)) return
  const { expiresAt: ownEnd = Infinity } = caller
  if ((key.expiresAt ?? Infinity) > ownEnd) {
    throw forbidden(`The caller's API key expires at ${toTimestamp(ownEnd)} and cannot create a key that outlives it`)
  }
  refuseGreaterLimits(caller, key)
}

/**
 * Undefined limits are not changed.
 * @throws ServiceError `forbidden` if an API key with its own limits would set higher ones or none, including for
 * itself.
 */
export function refuseGreaterLimits(
  caller: ApiCaller,
  given: { [Limit in keyof KeyLimits]: KeyLimits[Limit] | undefined },
): void {
  if (isMember(caller)) return
  refuseGreaterLimit(caller.queryLimitPerMinute, given.queryLimitPerMinute, 'query_limit_per_minute')
  refuseGreaterLimit(caller.ingestLimitPerMinute, given.ingestLimitPerMinute, 'ingest_limit_per_minute')
}

/**
 * Prevents callers from changing or revoking a key with scopes they lack. Owners are exempt: the initial key has a
 * scope that no member has.
 * @throws ServiceError `forbidden`
 */
export function refuseForeignKey(caller: ApiCaller, row: ApiKeyRow): void {
  const isOwner = isMember(caller) && roleScopes.owner.every((scope) => caller.scopes.has(scope))
  if (!isOwner) refuseForeignScopes(caller, scopesOf(row), 'which the key has')
}

/**
 * Members outlive the key that admitted them. @throws ServiceError `forbidden` if an expiring key would admit a member.
 */
export function refuseExpiringKey(caller: ApiCaller): void {
  if (isMember(caller) || caller.expiresAt === undefined) return
  throw forbidden('An API key with an expiry date cannot invite members or assign roles')
}

function isMember({ actor }: ApiCaller): boolean {
  return actor?.kind === 'member'
}

function refuseForeignScopes({ scopes: own }: ApiCaller, scopes: readonly ApiScope[], why: string): void {
  const foreign = scopes.filter((scope) => !own.has(scope))
  if (foreign.length > 0) throw forbidden(`The caller lacks ${foreign.join(', ')}, ${why}`)
}

function refuseGreaterLimit(own: number | null, given: number | null | undefined, name: string): void {
  if (own === null || given === undefined || (given !== null && given <= own)) return
  throw forbidden(`The caller's ${name} is ${own}: it cannot grant a higher limit or remove the limit`)
}

function forbidden(detail: string): ServiceError {
  return new ServiceError('forbidden', { detail })
}
