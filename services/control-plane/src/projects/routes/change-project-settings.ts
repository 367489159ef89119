import { changeProjectSettings } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../find-project.js'
import { changeSettings, toVersionedSettings } from '../settings/project-settings.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createChangeProjectSettings({ store, keys, clock }: RouteDependencies): Route {
  return createRoute(changeProjectSettings, ({ caller, params, body }) => {
    const { id: projectId } = requireProject(store.projects, caller.organizationId, params.project_id)
    const newest = changeSettings(store, { projectId, change: body, keyId: caller.keyId, now: clock() })
    keys.forgetDsnKeys(projectId)
    return toVersionedSettings(newest)
  })
}
