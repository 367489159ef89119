import type { ApiCaller } from '@signalbox/service-kit'
import type { IdentityStores } from './store/identity-stores.js'

/** Returns the name of the calling member or API key; empty if the key has been deleted in the meantime. */
export function nameOfCaller({ apiKeys }: Pick<IdentityStores, 'apiKeys'>, caller: ApiCaller): string {
  return caller.actor?.name ?? apiKeys.find(caller.organizationId, caller.keyId)?.name ?? ''
}
