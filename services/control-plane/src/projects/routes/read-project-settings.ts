import { readProjectSettings } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../find-project.js'
import { readNewestSettings, toVersionedSettings } from '../settings/project-settings.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadProjectSettings({ store }: RouteDependencies): Route {
  return createRoute(readProjectSettings, ({ caller, params }) => {
    const project = requireProject(store.projects, caller.organizationId, params.project_id)
    return toVersionedSettings(readNewestSettings(store, project.id))
  })
}
