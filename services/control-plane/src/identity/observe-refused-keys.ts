import type { Log, RefusedKeyObserver } from '@signalbox/service-kit'
import type { Refusals } from '../audit/refusals.js'
import type { IdentityStores } from './store/identity-stores.js'
import { hashSecret } from './secrets.js'

/** Operation in the audit log for uses of a revoked or expired key. */
const action = 'useApiKey'

interface RefusedKeyDependencies {
  store: Pick<IdentityStores, 'apiKeys'>
  refusals: Refusals
  log: Pick<Log, 'warn'>
}

/** Records uses of revoked and expired keys in the audit log of their organization; unknown keys belong to none. */
export function createRefusedKeyObserver({ store, refusals, log }: RefusedKeyDependencies): RefusedKeyObserver {
  return ({ secret, address, requestId }) => {
    try {
      const row = store.apiKeys.findByHash(hashSecret(secret))
      if (row === undefined) return
      const by = {
        organizationId: row.organization_id,
        actor: { kind: 'api_key' as const, id: row.id, name: row.name },
      }
      refusals.note({ action, by, address, requestId, code: 'unauthenticated' })
    } catch (err) {
      log.warn({ err }, 'a rejected key could not be recorded in the audit log')
    }
  }
}
