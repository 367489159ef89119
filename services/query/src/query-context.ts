import type { Clock, IssueDirectory, ProjectDirectory } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { CapacityDefaults } from './cluster/node-capacity.js'

/** What every handler of this service works with. */
export interface QueryContext {
  store: TelemetryReader
  projects: ProjectDirectory
  issues: IssueDirectory
  clock: Clock
  capacityDefaults: CapacityDefaults
}
