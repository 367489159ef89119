import type { Clock, IssueDirectory, ProjectDirectory, ProjectSettingsDirectory } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import type { CapacityDefaults } from '../selection/capacity-defaults.js'

/** Dependencies of every handler in this service. */
export interface QueryContext {
  store: TelemetryReader
  projects: ProjectDirectory
  settings: Pick<ProjectSettingsDirectory, 'readCurrentSettings'>
  issues: IssueDirectory
  clock: Clock
  capacityDefaults: CapacityDefaults
}
