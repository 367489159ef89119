import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createId, type ApiScope } from '@signalbox/contracts'
import { inviteOwner } from './bootstrap.js'
import { openStore, type ControlPlaneStore } from './control-plane-store.js'
import { databaseFile, DatabaseUnusable } from './database/database.js'
import { createApiKeyRow } from './identity/api-keys/create-api-key-row.js'
import { createApiKeySecret } from './identity/secrets.js'

/** A control plane that is reached by its files: for operators, who may have lost every other way in. */
export interface OperatorAccess {
  /** Of the control plane; it may be in use. */
  dataDirectory: string
  /** Beside the database when left out. */
  secretKeyFile?: string | undefined
  /** Unix milliseconds. */
  now: number
}

/**
 * Makes the link by which somebody becomes an owner of the oldest organization; the one that was made before stops working.
 * @throws DatabaseUnusable, SecretKeyFault.
 */
export function createOwnerLink({ publicUrl, ...access }: OperatorAccess & { publicUrl: string }): string {
  return useStore(access, (store, organizationId) => {
    return inviteOwner({ store, publicUrl, clock: () => access.now }, organizationId)
  })
}

/**
 * Makes an API key of the oldest organization. It is in the answer only.
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
  // Opening would make a new database where there is none.
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
