import type { Clock } from '@signalbox/service-kit'
import type { Ask } from '../telemetry-queries/ask.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { Artifacts } from './artifacts.js'

/** What the routes of artifacts need. */
export interface ArtifactRouteDependencies {
  store: ArtifactStores
  artifacts: Artifacts
  clock: Clock
  /** Reads events. */
  ask: Ask
  /** Where clients reach the API. */
  publicUrl: string
}
