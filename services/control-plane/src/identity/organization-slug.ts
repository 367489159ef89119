import { ServiceError } from '@signalbox/contracts'
import type { IdentityStores } from './store/identity-stores.js'
import type { OrganizationRow } from './store/organizations.js'

/**
 * A name as it stands in ids that people read: `Web shop` becomes `WEB-SHOP`; a name without letters or digits `ISSUE`.
 */
export function toSlug(name: string): string {
  const words = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-') || 'ISSUE'
}

/** A name as sentry-cli is told it. */
export function slugOf(name: string): string {
  return toSlug(name).toLowerCase()
}

/** @param idOrSlug In any case. @throws ServiceError `not-found` when it is not the caller's organization. */
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
