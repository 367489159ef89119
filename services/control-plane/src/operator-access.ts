import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createId, type ApiScope } from '@signalbox/contracts'
import { inviteOwner } from './bootstrap.js'
import { openStore, type ControlPlaneStore } from './control-plane-store.js'
import { databaseFile, DatabaseUnusable } from './database/database.js'
import { createApiKeyRow } from './identity/api-keys/create-api-key-row.js'
import { createApiKeySecret } from './identity/secrets.js'

/** Access to a control plane through its files: for operators who may have lost every other way in. */
export interface OperatorAccess {
  /** Data directory of the control plane, which may be running. */
  dataDirectory: string
  /** Default: next to the database. */
  secretKeyFile?: string | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Creates a link for a new owner of the oldest organization to join; the previous link stops working.
 * @throws DatabaseUnusable, SecretKeyFault.
 */
export function createOwnerLink({ publicUrl, ...access }: OperatorAccess & { publicUrl: string }): string {
  return useStore(access, (store, organizationId) => {
    return inviteOwner({ store, publicUrl, clock: () => access.now }, organizationId)
  })
}

/**
 * Creates an API key for the oldest organization. The plain key is only in the return value.
 * @throws DatabaseUnusable, SecretKeyFault.
 */
export function createOperatorKey({
  name,
  scopes,
  ...access
}: OperatorAccess & { name: string; scopes: readonly ApiScope[] }): string {
  return useStore(access, (store, organizationId) => {
    const createdAt = access.now
    const secret = createApiKeySecret()
    const limits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
    const key = { id: createId(createdAt), organizationId, name, secret, scopes, createdAt, ...limits }
    store.apiKeys.insert(createApiKeyRow(key))
    return secret
  })
}

function useStore<Result>(
  { dataDirectory, secretKeyFile }: OperatorAccess,
  use: (store: ControlPlaneStore, organizationId: string) => Result,
): Result {
  // Opening would create a new database if there is none.
  if (!existsSync(join(dataDirectory, databaseFile))) {
    throw new DatabaseUnusable(
      `${dataDirectory} does not contain a control plane: pass the data directory of Signalbox (--data-dir or ` +
        'SIGNALBOX_DATA_DIR)',
    )
  }
  const store = openStore(dataDirectory, { secretKeyFile })
  try {
    return store.transact(() => {
      const organization = store.organizations.findFirst()
      if (!organization)
        throw new DatabaseUnusable(`${dataDirectory} does not contain an organization yet: start Signalbox once`)
      return use(store, organization.id)
    })
  } finally {
    store.close()
  }
}
