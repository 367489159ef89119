import { defaultProjectSettings } from '@signalbox/contracts'
import type { ProjectSettingsDirectory, SightingRecorder } from '@signalbox/service-kit'

/** For tests and measurements of a consumer by itself: every project has the default settings. */
export const noProjectSettings: ProjectSettingsDirectory = {
  readSettings: () => Promise.resolve(undefined),
  readCurrentSettings: () => Promise.resolve(defaultProjectSettings),
}

/** For tests and measurements of a consumer by itself: nobody makes issues of sightings. */
export const noSightings: SightingRecorder = { recordSightings: () => Promise.resolve() }
