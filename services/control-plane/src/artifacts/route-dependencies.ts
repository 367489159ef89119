import type { Clock } from '@signalbox/service-kit'
import type { ControlPlaneStore } from '../store/store.js'
import type { Artifacts } from './artifacts.js'

/** What the routes of artifacts need. */
export interface ArtifactRouteDependencies {
  store: ControlPlaneStore
  artifacts: Artifacts
  clock: Clock
  /** Where clients reach the API. */
  publicUrl: string
}
