import type { Clock } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../telemetry-queries/query-telemetry.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { Artifacts } from './artifacts.js'

/** Dependencies of the artifact routes. */
export interface ArtifactRouteDependencies {
  store: ArtifactStores
  artifacts: Artifacts
  clock: Clock
  /** Queries events. */
  queryTelemetry: QueryTelemetry
  /** Base URL of the API for clients. */
  publicUrl: string
}
