import type { Clock } from '@signalbox/service-kit'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { Artifacts } from './artifacts.js'

/** What the routes of artifacts need. */
export interface ArtifactRouteDependencies {
  store: ArtifactStores
  artifacts: Artifacts
  clock: Clock
  /** Where clients reach the API. */
  publicUrl: string
}
