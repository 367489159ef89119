import { ServiceError } from '@signalbox/contracts'
import type { IdentityStores } from './store/identity-stores.js'
import type { OrganizationRow } from './store/organizations.js'

/**
 * Returns a name as used in human-readable ids: `Web shop` becomes `WEB-SHOP`; a name without letters or digits
 * `ISSUE`.
 */
export function toSlug(name: string): string {
  const words = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') || 'ISSUE'
}

/** Returns a name as used with sentry-cli. */
export function slugOf(name: string): string {
  return toSlug(name).toLowerCase()
}

/** @param idOrSlug In any case. @throws ServiceError `not-found` if it is not the caller's organization. */
export function requireOwnOrganization(
  { organizations }: Pick<IdentityStores, 'organizations'>,
  organizationId: string,
  idOrSlug: string,
): OrganizationRow {
  const own = organizations.find(organizationId)
  const asked = idOrSlug.toLowerCase()
  if (own === undefined || (own.id !== asked && slugOf(own.name) !== asked)) {
    throw new ServiceError('not-found', { detail: 'No such organization' })
  }
  return own
}
