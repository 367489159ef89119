import type { TelemetryProject } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { useFrameSearch } from '../range/use-range.js'

/** Projects of the organization, oldest first; undefined until they are known. */
export function useProjects(): readonly TelemetryProject[] | undefined {
  return useQuery({ ...apiQuery('listTelemetryProjects', {}), staleTime: 60_000 }).data?.projects
}

/** The project that the address names; undefined for all of them. */
export function useProject(): TelemetryProject | undefined {
  const { project } = useFrameSearch()
  return findProject(useProjects() ?? [], project)
}

type Named = Pick<TelemetryProject, 'id' | 'name' | 'number'>

/** What the address calls a project: its name, or its number where the name is not the only one. */
export function paramOf(project: Named, projects: readonly Named[]): string {
  const isOnly = projects.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase()).length === 1
  return isOnly && !/^\d+$/.test(project.name) ? project.name : String(project.number)
}

/** The project that a parameter names, by name in any case, number or id. */
export function findProject<P extends Named>(projects: readonly P[], param: string | undefined): P | undefined {
  if (param === undefined) return undefined
  const wanted = param.toLowerCase()
  return projects.find((each) => [paramOf(each, projects).toLowerCase(), String(each.number), each.id].includes(wanted))
}
