import {
  changeProjectSettings,
  changeTelemetryProject,
  createTelemetryProject,
  listDsnKeys,
  listTelemetryProjects,
  readProjectSettings,
  readTelemetryProject,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createChangeDsnKeyRoute } from './change-dsn-key-route.js'
import { createDsnKeyRoute } from './create-dsn-key-route.js'
import { createProject } from './create-project.js'
import { toDsnKey } from './dsn-keys/dsn-key-shape.js'
import { requireProject } from './find-project.js'
import { toTelemetryProject } from './project-shape.js'
import type { ProjectRouteDependencies } from './route-dependencies.js'
import type { ProjectRow } from './store/projects.js'
import { changeSettings, readNewestSettings, toVersionedSettings } from './settings/project-settings.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

export function createProjectRoutes(dependencies: ProjectRouteDependencies): Route[] {
  const { store, publicUrl, clock, keys } = dependencies

  return [
    createRoute(listTelemetryProjects, ({ caller }) => ({
      projects: store.projects.list(caller.organizationId).map((row) => toTelemetryProject(row, publicUrl)),
    })),
    createRoute(createTelemetryProject, ({ caller, body: { name, number, public_key: publicKey } }) => {
      const { organizationId } = caller
      enforceCapacity('projects', store.projects.count(organizationId))
      const project = { organizationId, name, number, publicKey, now: clock() }
      return toTelemetryProject(createProject(store, project), publicUrl)
    }),
    createRoute(readTelemetryProject, ({ caller, params }) =>
      toTelemetryProject(requireProject(store.projects, caller.organizationId, params.project_id), publicUrl),
    ),
    createRoute(changeTelemetryProject, ({ caller, params, body: { name, is_active: isActive } }) => {
      const before = requireProject(store.projects, caller.organizationId, params.project_id)
      const row: ProjectRow = {
        ...before,
        name: name ?? before.name,
        is_active: isActive === undefined ? before.is_active : isActive ? 1 : 0,
      }
      store.projects.update(row)
      keys.forgetDsnKeys(row.id)
      return toTelemetryProject(row, publicUrl)
    }),
    createRoute(readProjectSettings, ({ caller, params }) => {
      const project = requireProject(store.projects, caller.organizationId, params.project_id)
      return toVersionedSettings(readNewestSettings(store, project.id))
    }),
    createRoute(changeProjectSettings, ({ caller, params, body }) => {
      const { id: projectId } = requireProject(store.projects, caller.organizationId, params.project_id)
      const newest = changeSettings(store, { projectId, change: body, keyId: caller.keyId, now: clock() })
      keys.forgetDsnKeys(projectId)
      return toVersionedSettings(newest)
    }),
    createRoute(listDsnKeys, ({ caller, params }) => {
      const { id, number } = requireProject(store.projects, caller.organizationId, params.project_id)
      return { keys: store.dsnKeys.list(id).map((row) => toDsnKey(row, { publicUrl, number })) }
    }),
    createDsnKeyRoute(dependencies),
    createChangeDsnKeyRoute(dependencies),
  ]
}
