import { ServiceError } from '@signalbox/contracts'
import type { RepositoryRow } from '../store/repositories.js'
import type { DeploymentStores } from '../store/deployment-stores.js'
import { registerRepository, type NamedRepository } from './register-repository.js'
import { enforceCapacity } from '../../lists/enforce-capacity.js'

type Store = Pick<DeploymentStores, 'repositories' | 'transact'>

/**
 * Links a repository to a project of its organization and registers it if it is new, both or neither.
 * @throws ServiceError `conflict` if the project has reached its limit.
 */
export function linkRepository(store: Store, projectId: string, named: NamedRepository): RepositoryRow {
  return store.transact(() => {
    const row = registerRepository(store, named)
    const linked = store.repositories.listProjectRepositories(projectId)
    if (linked.some(({ id }) => id === row.id)) return row
    enforceCapacity('repositories', linked.length)
    store.repositories.link({ project_id: projectId, repository_id: row.id }, named.now)
    return row
  })
}

/**
 * Unlinks a repository from a project.
 * @param repositoryId Case-insensitive.
 * @throws ServiceError `not-found` if it is not linked.
 */
export function unlinkRepository(
  store: Store,
  { projectId, repositoryId }: { projectId: string; repositoryId: string },
): RepositoryRow {
  const link = { project_id: projectId, repository_id: repositoryId.toLowerCase() }
  return store.transact(() => {
    const row = store.repositories.findLinked(link)
    if (row === undefined) {
      throw new ServiceError('not-found', { detail: `No such repository in the project: ${repositoryId}` })
    }
    store.repositories.unlink(link)
    return row
  })
}
