import type { QueryContext } from '../reading/query-context.js'

/** The service of an event as its tags tell, in SQL; empty when they do not. */
export const taggedService = "if(tags['service.name'] != '', tags['service.name'], tags['service'])"

/** Names of projects by id: what telemetry is told by that names no service. A project that is gone keeps its id. */
export async function readProjectNames(
  { projects }: Pick<QueryContext, 'projects'>,
  organizationId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(projectIds)]
  const found = await Promise.all(ids.map((id) => projects.findProject(organizationId, id)))
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? id]))
}
