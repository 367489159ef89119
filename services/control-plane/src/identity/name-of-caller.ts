import type { ApiCaller } from '@signalbox/service-kit'
import type { IdentityStores } from './store/identity-stores.js'

/** Name of the member or API key that calls; empty when the key was deleted meanwhile. */
export function nameOfCaller({ apiKeys }: Pick<IdentityStores, 'apiKeys'>, caller: ApiCaller): string {
  return caller.actor?.name ?? apiKeys.find(caller.organizationId, caller.keyId)?.name ?? ''
}
