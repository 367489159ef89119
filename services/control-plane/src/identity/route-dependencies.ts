import type { IdentityStores } from './store/identity-stores.js'
import type { Identity } from './identity.js'
import type { Clock, Log } from '@signalbox/service-kit'
import type { LastUses } from './last-uses.js'

export interface IdentityRouteDependencies {
  store: IdentityStores
  identity: Identity
  clock: Clock
  log: Log
  /** URL used in DSNs and links. */
  publicUrl: string
  lastUses: LastUses
  keys: { forgetApiKey(keyId: string): void }
}
