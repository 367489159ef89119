import { revokeApiKey, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toApiKey } from '../api-keys/api-key-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRevokeApiKey({ store, keys, lastUses, clock }: RouteDependencies): Route {
  return createRoute(revokeApiKey, ({ caller, params }) => {
    const keyId = params.key_id.toLowerCase()
    lastUses.flush()
    store.apiKeys.revoke(caller.organizationId, keyId, clock())
    const row = store.apiKeys.find(caller.organizationId, keyId)
    if (!row) throw new ServiceError('not-found', { detail: 'There is no such API key' })
    keys.forgetApiKey(keyId)
    return toApiKey(row)
  })
}
