import { apiScopes, createId } from '@signalbox/contracts'
import { createApiKeyRow } from '../../services/control-plane/src/identity/api-keys/create-api-key-row.js'
import { openStore } from '../../services/control-plane/src/control-plane-store.js'

/** Another organization beside those that there are, with a key that may do everything. @returns its id. */
export function addOrganization(controlPlaneDirectory: string, secret: string): string {
  const store = openStore(controlPlaneDirectory)
  const now = Date.now()
  const organizationId = createId(now)
  store.organizations.insert({ id: organizationId, name: 'Another', created_at: now })
  const key = { id: createId(now), organizationId, name: 'Another', secret, scopes: apiScopes, createdAt: now }
  store.apiKeys.insert(createApiKeyRow({ ...key, queryLimitPerMinute: null, ingestLimitPerMinute: null }))
  store.close()
  return organizationId
}

/** A key with all scopes that has expired. */
export function addExpiredKey(controlPlaneDirectory: string, organizationId: string, secret: string): void {
  const store = openStore(controlPlaneDirectory)
  const key = { id: createId(), organizationId, name: 'Expired', secret, scopes: apiScopes, createdAt: 1, expiresAt: 2 }
  store.apiKeys.insert(createApiKeyRow({ ...key, queryLimitPerMinute: null, ingestLimitPerMinute: null }))
  store.close()
}
