import { type Repository, toTimestamp } from '@signalbox/contracts'
import type { RepositoryRow } from '../store/repositories.js'
import type { DeploymentStores } from '../store/deployment-stores.js'

type Store = Pick<DeploymentStores, 'repositories'>

/** Returns a repository with its linked projects. */
export function readRepository({ repositories }: Store, row: RepositoryRow): Repository {
  return toRepository(row, repositories.listProjects(row.id))
}

/** Returns repositories of one organization with their projects, in the given order. */
export function readRepositories(
  { repositories }: Store,
  organizationId: string,
  rows: readonly RepositoryRow[],
): Repository[] {
  const projects = new Map<string, string[]>()
  for (const { repository_id: id, project_id: projectId } of repositories.listLinks(organizationId)) {
    projects.set(id, [...(projects.get(id) ?? []), projectId])
  }
  return rows.map((row) => toRepository(row, projects.get(row.id) ?? []))
}

function toRepository({ id, full_name, created_at }: RepositoryRow, projectIds: string[]): Repository {
  return { id, full_name, project_ids: projectIds, created_at: toTimestamp(created_at) }
}
