import { defaultProjectSettings } from '@signalbox/contracts'
import type { ProjectSettingsDirectory, SightingRecorder } from '@signalbox/service-kit'

/** For tests and measurements of an isolated consumer: every project has the default settings. */
export const noProjectSettings: ProjectSettingsDirectory = {
  readSettings: () => Promise.resolve(undefined),
  readCurrentSettings: () => Promise.resolve(defaultProjectSettings),
}

/** For tests and measurements of an isolated consumer: sightings don't become issues. */
export const noSightings: SightingRecorder = { recordSightings: () => Promise.resolve() }
