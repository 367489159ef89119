import { Type, type Static } from 'typebox'
import { Closed, Timestamp } from '../../schema.js'
import { ProjectParameters } from '../projects/project-settings.js'
import { defineRoute } from '../http/route.js'
import { RepositoryFullName } from '../http/texts.js'

/** A project as a filter for events of its repositories. */
export const LinkedProjectParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Project id or DSN number: only results of repositories linked to the project',
  }),
)

/** A repository that a deployment or change named, or that is linked to a project. */
export const Repository = Closed({
  id: Type.String(),
  full_name: Type.String({ description: '`owner/name`' }),
  project_ids: Type.Array(Type.String(), {
    description: 'Telemetry projects linked to the repository; empty until one is linked',
  }),
  created_at: Timestamp,
})
export type Repository = Static<typeof Repository>

const Repositories = Closed({ repositories: Type.Array(Repository) })

export const listRepositories = defineRoute({
  id: 'listRepositories',
  tag: 'Organization',
  method: 'get',
  path: '/api/v1/organization/repositories/',
  scope: 'changes:read',
  rateLimit: 'query',
  summary: 'Repositories mentioned by deployments, changes or projects, ordered by name',
  status: 200,
  response: Repositories,
})

const ofProject = {
  tag: 'Telemetry projects',
  path: '/api/v1/telemetry/projects/{project_id}/repositories/',
  rateLimit: 'query',
  params: ProjectParameters,
} as const

export const listProjectRepositories = defineRoute({
  ...ofProject,
  id: 'listProjectRepositories',
  method: 'get',
  scope: 'projects:read',
  summary: 'Repositories linked to a project, ordered by name',
  status: 200,
  response: Repositories,
})

export const linkRepository = defineRoute({
  ...ofProject,
  id: 'linkRepository',
  method: 'post',
  scope: 'projects:write',
  summary: 'Link a repository to a project',
  description:
    'An unknown repository is registered. Deployments and changes of a linked repository belong to the ' +
    'project. Linking it again has no effect.',
  body: Closed({ full_name: RepositoryFullName }),
  conflict: 'The project has reached its limit of linked repositories',
  status: 201,
  response: Repository,
})

export const unlinkRepository = defineRoute({
  ...ofProject,
  id: 'unlinkRepository',
  method: 'delete',
  path: `${ofProject.path}{repository_id}/`,
  scope: 'projects:write',
  params: Closed({ ...ProjectParameters.properties, repository_id: Type.String({ format: 'uuid' }) }),
  summary: 'Unlink a repository from a project; the repository stays registered',
  status: 200,
  response: Repository,
})
