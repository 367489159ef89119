import { changeApiKey, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { IdentityRouteDependencies } from '../route-dependencies.js'
import { toApiKey } from './api-key-shape.js'
import { refuseForeignKey, refuseGreaterLimits } from './refuse-beyond-caller.js'

/** Changes take effect with the key's next request. */
export function createChangeApiKeyRoute({ store, keys, lastUses }: IdentityRouteDependencies): Route {
  return createRoute(changeApiKey, ({ caller, params, body: { name, ...limits } }) => {
    const keyId = params.key_id.toLowerCase()
    lastUses.flush()
    const row = store.apiKeys.find(caller.organizationId, keyId)
    if (!row) throw new ServiceError('not-found', { detail: 'No such API key' })
    refuseForeignKey(caller, row)
    const { query_limit_per_minute: query, ingest_limit_per_minute: ingest } = limits
    refuseGreaterLimits(caller, { queryLimitPerMinute: query, ingestLimitPerMinute: ingest })
    const changed = {
      ...row,
      name: name ?? row.name,
      query_limit_per_minute: query === undefined ? row.query_limit_per_minute : query,
      ingest_limit_per_minute: ingest === undefined ? row.ingest_limit_per_minute : ingest,
    }
    store.apiKeys.update(changed)
    keys.forgetApiKey(keyId)
    return toApiKey(changed)
  })
}
