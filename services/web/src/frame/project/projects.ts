import type { TelemetryProject } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { useFrameSearch } from '../range/use-range.js'

/** The organization's projects, oldest first; undefined until loaded. */
export function useProjects(): readonly TelemetryProject[] | undefined {
  return useQuery({ ...apiQuery('listTelemetryProjects', {}), staleTime: 60_000 }).data?.projects
}

/** The project in the address; undefined for all. */
export function useProject(): TelemetryProject | undefined {
  const { project } = useFrameSearch()
  return findProject(useProjects() ?? [], project)
}

type Named = Pick<TelemetryProject, 'id' | 'name' | 'number'>

/** A project's parameter in addresses: its name, or its number if the name is not unique. */
export function paramOf(project: Named, projects: readonly Named[]): string {
  const isOnly = projects.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase()).length === 1
  return isOnly && !/^\d+$/.test(project.name) ? project.name : String(project.number)
}

/** Finds a project by parameter: case-insensitive name, number or id. */
export function findProject<P extends Named>(projects: readonly P[], param: string | undefined): P | undefined {
  if (param === undefined) return undefined
  const wanted = param.toLowerCase()
  return projects.find((each) => [paramOf(each, projects).toLowerCase(), String(each.number), each.id].includes(wanted))
}
