import { isUuid, ServiceError } from '@signalbox/contracts'
import type { ApiCaller, ProjectReference } from '@signalbox/service-kit'
import type { QueryContext } from '../reading/query-context.js'

/**
 * Organization names are unknown here: any other id is refused.
 * @throws ServiceError `not-found`.
 */
export function requireOwn({ organizationId }: ApiCaller, organization: string): void {
  if (isUuid(organization) && organization.toLowerCase() !== organizationId) {
    throw new ServiceError('not-found', { detail: 'No such organization' })
  }
}

/**
 * A project of the caller's organization.
 * @throws ServiceError `not-found`.
 */
export async function requireProject(
  { projects }: Pick<QueryContext, 'projects'>,
  caller: ApiCaller,
  named: { organization: string; project: string },
): Promise<ProjectReference> {
  requireOwn(caller, named.organization)
  const project = await projects.findProject(caller.organizationId, named.project)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project
}
