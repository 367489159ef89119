import { createId, limits } from '@signalbox/contracts'
import { enforceCapacity } from '../../lists/enforce-capacity.js'
import type { RepositoryRow } from '../store/repositories.js'
import type { DeploymentStores } from '../store/deployment-stores.js'

/** A repository name that may be new. `now` is in Unix milliseconds. */
export interface NamedRepository {
  organizationId: string
  /** `owner/name`. */
  fullName: string
  now: number
}

/**
 * Returns the repository with this name, and creates it if the organization has none.
 * @throws ServiceError `conflict` if the organization has reached its limit.
 */
export function registerRepository(
  { repositories }: Pick<DeploymentStores, 'repositories'>,
  { organizationId, fullName, now }: NamedRepository,
): RepositoryRow {
  const known = repositories.find(organizationId, fullName)
  if (known) return known
  if (repositories.count(organizationId) >= limits.capacity.knownRepositories.max) {
    repositories.deleteUnused(organizationId)
    enforceCapacity('knownRepositories', repositories.count(organizationId))
  }
  const row = {
    id: createId(now),
    organization_id: organizationId,
    full_name: fullName,
    created_at: now,
  }
  repositories.insert(row)
  return row
}
