import type { RouteContract } from '../http/route.js'
import { changeDsnKey, createDsnKey, listDsnKeys } from './dsn-keys.js'
import { changeProjectSettings, readProjectSettings } from './project-settings.js'
import {
  changeTelemetryProject,
  createTelemetryProject,
  deleteTelemetryProject,
  listTelemetryProjects,
  readTelemetryProject,
} from './telemetry-projects.js'

export * from './dsn-keys.js'
export * from './project-settings.js'
export * from './telemetry-projects.js'

/** Routes of this domain, in documentation order. */
export const projectRoutes: readonly RouteContract[] = [
  listTelemetryProjects,
  createTelemetryProject,
  readTelemetryProject,
  changeTelemetryProject,
  deleteTelemetryProject,
  readProjectSettings,
  changeProjectSettings,
  listDsnKeys,
  createDsnKey,
  changeDsnKey,
]
