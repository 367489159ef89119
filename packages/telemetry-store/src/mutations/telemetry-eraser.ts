import type { StoreClient } from '../client.js'
import { createEventEraser, type EventEraser } from './event-eraser.js'
import { createProjectEraser, type ProjectEraser } from './project-eraser.js'

/** Permanently deletes telemetry that users have deleted. */
export interface TelemetryEraser extends EventEraser, ProjectEraser {}

export function createTelemetryEraser(client: StoreClient): TelemetryEraser {
  return { ...createEventEraser(client), ...createProjectEraser(client) }
}
