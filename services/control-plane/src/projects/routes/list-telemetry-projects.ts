import { listTelemetryProjects } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toTelemetryProject } from '../project-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListTelemetryProjects({ store, publicUrl }: RouteDependencies): Route {
  return createRoute(listTelemetryProjects, ({ caller }) => ({
    projects: store.projects.list(caller.organizationId).map((row) => toTelemetryProject(row, publicUrl)),
  }))
}
