import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

export interface RepositoryRow {
  id: string
  organization_id: string
  /** `owner/name`, unique in the organization. */
  full_name: string
  /** Unix milliseconds. */
  created_at: number
}

/** A link between a repository and a project whose code it contains. */
export interface RepositoryLink {
  project_id: string
  repository_id: string
}

export interface RepositoryStore {
  /** By name. */
  list(organizationId: string): RepositoryRow[]
  /** Repositories linked to a project, by name. */
  listProjectRepositories(projectId: string): RepositoryRow[]
  find(organizationId: string, fullName: string): RepositoryRow | undefined
  /** Finds a repository linked to a project. */
  findLinked(link: RepositoryLink): RepositoryRow | undefined
  count(organizationId: string): number
  /** Deletes repositories that no project, change or deployment refers to. */
  deleteUnused(organizationId: string): void
  /** No-op if the organization has a repository with this name. */
  insert(row: RepositoryRow): void
  /** All links of an organization; those of each repository by project number. */
  listLinks(organizationId: string): RepositoryLink[]
  /** The projects of a repository, by number. */
  listProjects(repositoryId: string): string[]
  /** No-op if they are already linked. @param now Unix milliseconds. */
  link(link: RepositoryLink, now: number): void
  /** No-op if they are not linked. */
  unlink(link: RepositoryLink): void
}

/** The ids of the repositories linked to the project of a filter. */
export const repositoriesOfProject = '(SELECT repository_id FROM project_repositories WHERE project_id = @projectId)'

export function createRepositoryStore(database: ControlPlaneDatabase): RepositoryStore {
  return { ...createRepositories(database), ...createLinks(database) }
}

type Repositories = Omit<RepositoryStore, 'listLinks' | 'listProjects' | 'link' | 'unlink'>

function createRepositories(database: ControlPlaneDatabase): Repositories {
  const list = database.prepare<[string], RepositoryRow>(
    'SELECT * FROM repositories WHERE organization_id = ? ORDER BY full_name',
  )
  const linked = `SELECT repositories.* FROM project_repositories
    JOIN repositories ON repositories.id = project_repositories.repository_id
    WHERE project_repositories.project_id = @project_id`
  const listLinked = database.prepare<[{ project_id: string }], RepositoryRow>(`${linked} ORDER BY full_name`)
  const findLinked = database.prepare<[RepositoryLink], RepositoryRow>(
    `${linked} AND project_repositories.repository_id = @repository_id`,
  )
  const find = database.prepare<[string, string], RepositoryRow>(
    'SELECT * FROM repositories WHERE organization_id = ? AND full_name = ?',
  )
  const insert = database.prepare<[RepositoryRow]>(
    `INSERT INTO repositories (id, organization_id, full_name, created_at)
     VALUES (@id, @organization_id, @full_name, @created_at)
     ON CONFLICT (organization_id, full_name) DO NOTHING`,
  )
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM repositories WHERE organization_id = ?')
    .pluck()
  const deleteUnused = database.prepare<[{ organizationId: string }]>(
    `DELETE FROM repositories WHERE organization_id = @organizationId
       AND NOT EXISTS (SELECT 1 FROM project_repositories WHERE repository_id = repositories.id)
       AND NOT EXISTS (SELECT 1 FROM changes
         WHERE organization_id = @organizationId AND repository_id = repositories.id)
       AND NOT EXISTS (SELECT 1 FROM deployments
         WHERE organization_id = @organizationId AND repository_id = repositories.id)`,
  )
  return {
    count: (organizationId) => useDatabase(() => count.get(organizationId)) ?? 0,
    deleteUnused: (organizationId) => {
      useDatabase(() => deleteUnused.run({ organizationId }))
    },
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    listProjectRepositories: (projectId) => useDatabase(() => listLinked.all({ project_id: projectId })),
    find: (organizationId, fullName) => useDatabase(() => find.get(organizationId, fullName)),
    findLinked: (link) => useDatabase(() => findLinked.get(link)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
  }
}

function createLinks(
  database: ControlPlaneDatabase,
): Pick<RepositoryStore, 'listLinks' | 'listProjects' | 'link' | 'unlink'> {
  const listLinks = database.prepare<[string], RepositoryLink>(
    `SELECT project_id, repository_id FROM project_repositories JOIN projects ON projects.id = project_id
     WHERE organization_id = ? ORDER BY projects.number`,
  )
  const listProjects = database
    .prepare<[string], string>(
      `SELECT project_id FROM project_repositories JOIN projects ON projects.id = project_id
       WHERE repository_id = ? ORDER BY projects.number`,
    )
    .pluck()
  const link = database.prepare<[RepositoryLink & { now: number }]>(
    `INSERT INTO project_repositories (project_id, repository_id, created_at)
     VALUES (@project_id, @repository_id, @now) ON CONFLICT DO NOTHING`,
  )
  const unlink = database.prepare<[RepositoryLink]>(
    'DELETE FROM project_repositories WHERE project_id = @project_id AND repository_id = @repository_id',
  )
  return {
    listLinks: (organizationId) => useDatabase(() => listLinks.all(organizationId)),
    listProjects: (repositoryId) => useDatabase(() => listProjects.all(repositoryId)),
    link: (pair, now) => {
      useDatabase(() => link.run({ ...pair, now }))
    },
    unlink: (pair) => {
      useDatabase(() => unlink.run(pair))
    },
  }
}
