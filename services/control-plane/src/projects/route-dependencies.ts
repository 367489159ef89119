import type { ProjectStores } from './store/project-stores.js'
import type { Clock } from '@signalbox/service-kit'
import type { CachedKeyDirectory } from './key-directory.js'

/** What the routes of projects, their settings and DSN keys need. */
export interface ProjectRouteDependencies {
  store: ProjectStores
  /** The address that DSNs and links show. */
  publicUrl: string
  clock: Clock
  keys: CachedKeyDirectory
}
