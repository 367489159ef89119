import { apiScopes, createId, type ApiScope } from '@signalbox/contracts'
import { createApiKeyRow } from '../../services/control-plane/src/identity/api-keys/create-api-key-row.js'
import { openStore } from '../../services/control-plane/src/control-plane-store.js'

/**
 * Adds an organization with an API key that has all scopes.
 * @returns its id.
 */
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

/** Adds an API key of an organization; with all scopes by default. */
export function addOrganizationKey(
  controlPlaneDirectory: string,
  key: { organizationId: string; secret: string; scopes?: readonly ApiScope[]; expiresAt?: number },
): void {
  const store = openStore(controlPlaneDirectory)
  const noLimits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
  store.apiKeys.insert(
    createApiKeyRow({ id: createId(), name: 'Added', scopes: apiScopes, createdAt: 1, ...noLimits, ...key }),
  )
  store.close()
}
