import { createTelemetryProject } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createProject } from '../create-project.js'
import { toTelemetryProject } from '../project-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createCreateTelemetryProject({ store, publicUrl, clock }: RouteDependencies): Route {
  return createRoute(createTelemetryProject, ({ caller, body }) => {
    const project = { organizationId: caller.organizationId, name: body.name, now: clock() }
    return toTelemetryProject(createProject(store.projects, project), publicUrl)
  })
}
