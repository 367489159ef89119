import { listApiKeys } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toApiKey } from '../api-keys/api-key-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListApiKeys({ store, lastUses }: RouteDependencies): Route {
  return createRoute(listApiKeys, ({ caller }) => {
    lastUses.flush()
    return { api_keys: store.apiKeys.list(caller.organizationId).map(toApiKey) }
  })
}
