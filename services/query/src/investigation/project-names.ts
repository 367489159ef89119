import type { QueryContext } from '../reading/query-context.js'

/** Service of an event according to its tags, in SQL; empty if they name none. */
export const taggedService = "if(tags['service.name'] != '', tags['service.name'], tags['service'])"

/** Project names by id, used for telemetry that names no service. A deleted project keeps its id. */
export async function readProjectNames(
  { projects }: Pick<QueryContext, 'projects'>,
  organizationId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(projectIds)]
  const found = await Promise.all(ids.map((id) => projects.findProject(organizationId, id)))
  return new Map(ids.map((id, index) => [id, found[index]?.name ?? id]))
}
