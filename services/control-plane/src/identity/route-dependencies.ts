import type { IdentityStores } from './store/identity-stores.js'
import type { Identity } from './identity.js'
import type { Clock, Log } from '@signalbox/service-kit'
import type { LastUses } from './last-uses.js'

/** What the routes of organizations, people, how they sign in, and API keys need. */
export interface IdentityRouteDependencies {
  store: IdentityStores
  identity: Identity
  clock: Clock
  log: Log
  /** The address that DSNs and links show. */
  publicUrl: string
  lastUses: LastUses
  keys: { forgetApiKey(keyId: string): void }
}
