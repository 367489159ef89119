import { ServiceError, isUuid } from '@signalbox/contracts'
import type { ApiCaller, ProjectDirectory } from '@signalbox/service-kit'
import { allOf, whereEqual, type Filter } from './filter.js'
import type { TimeWindow } from './time-window.js'

/** The organization, project and time range that a query may see. */
export interface TelemetryScope {
  organizationId: string
  /** Undefined: all of the organization's telemetry, with or without a project. */
  projectId: string | undefined
  window: TimeWindow
}

const positiveInteger = /^[1-9]\d{0,15}$/

/**
 * Resolves the scope of a request.
 * @throws ServiceError `invalid-parameters` if `project_id` is neither a UUID nor a DSN number, `not-found` if the
 * organization has no such project.
 */
export async function resolveScope(
  projects: ProjectDirectory,
  caller: ApiCaller,
  request: { projectId: string | undefined; window: TimeWindow },
): Promise<TelemetryScope> {
  const projectId = await resolveProjectId(projects, caller, request.projectId)
  return { organizationId: caller.organizationId, projectId, window: request.window }
}

/**
 * Resolves the id of the project that a request names by id or number; undefined if it names none.
 * @throws ServiceError like `resolveScope`.
 */
export async function resolveProjectId(
  projects: ProjectDirectory,
  { organizationId }: ApiCaller,
  projectId: string | undefined,
): Promise<string | undefined> {
  if (projectId === undefined) return undefined
  if (!isUuid(projectId) && !positiveInteger.test(projectId)) {
    const detail = 'must be a project id or DSN number'
    throw new ServiceError('invalid-parameters', { detail, faults: [{ in: 'query', name: 'project_id', detail }] })
  }
  const project = await projects.findProject(organizationId, projectId)
  if (project === undefined) throw new ServiceError('not-found', { detail: 'No such project' })
  return project.id
}

/** Rows of the organization. Part of every query. */
export function ofOrganization(organizationId: string): Filter {
  return { sql: 'organization_id = {organizationId:String}', parameters: { organizationId } }
}

/** Rows of the project; no filter without one. */
export function ofProject(projectId: string | undefined): Filter | undefined {
  return whereEqual('project_id', projectId)
}

/** `startMs <= column < untilMs`, for a DateTime64 column. */
export function withinWindow(column: string, window: { startMs: number; untilMs: number }): Filter {
  return {
    sql:
      `${column} >= fromUnixTimestamp64Milli({startMs:Int64}, 'UTC') AND ` +
      `${column} < fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')`,
    parameters: { startMs: window.startMs, untilMs: window.untilMs },
  }
}

/** Rows of the organization, of the project if one was named, and of the window. */
export function withinScope(scope: TelemetryScope, timeColumn: string): Filter {
  return allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId), withinWindow(timeColumn, scope.window))
}
