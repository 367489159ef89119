import type { ProjectStores } from './store/project-stores.js'
import type { Clock } from '@signalbox/service-kit'
import type { CachedKeyDirectory } from './key-directory.js'

export interface ProjectRouteDependencies {
  store: ProjectStores
  /** URL used in DSNs and links. */
  publicUrl: string
  clock: Clock
  keys: CachedKeyDirectory
}
