import { unlessExpired, type ApiCaller, type Clock, type DsnKeyOwner, type KeyDirectory } from '@signalbox/service-kit'
import { readNewestSettings } from './settings/project-settings.js'
import type { ProjectStores } from './store/project-stores.js'
import { scopesOf } from '../identity/api-keys/api-key-shape.js'
import { readQuotas } from './dsn-keys/dsn-key-shape.js'
import type { LastUses } from '../identity/last-uses.js'
import { hashSecret } from '../identity/secrets.js'

/** A directory with cache invalidation, so that changes take effect from the next request on. */
export interface CachedKeyDirectory extends KeyDirectory {
  forgetApiKey(keyId: string): void
  /** Evicts all keys of a project: after a change to one of them or to the project's settings. */
  forgetDsnKeys(projectId: string): void
}

/** Only existing keys are cached: made-up ones could exhaust the memory. */
export function createKeyDirectory(options: {
  store: ProjectStores
  lastUses: LastUses
  clock: Clock
}): CachedKeyDirectory {
  const { store, lastUses, clock } = options
  const callers = new Map<string, ApiCaller>()
  const owners = new Map<string, DsnKeyOwner>()
  return {
    findDsnKey: (publicKey) => settle(() => remember(owners, publicKey, () => readDsnKey(store, publicKey))),
    findApiKey: (secret) =>
      settle(() => {
        const hash = hashSecret(secret)
        const now = clock()
        const known = remember(callers, hash, () => readCaller(store, hash))
        const caller = unlessExpired(known, now)
        if (caller !== undefined) lastUses.note(caller.keyId, now)
        return caller
      }),
    forgetApiKey: (keyId) => {
      for (const [hash, caller] of callers) {
        if (caller.keyId === keyId) callers.delete(hash)
      }
    },
    forgetDsnKeys: (projectId) => {
      for (const [publicKey, owner] of owners) {
        if (owner.project.id === projectId) owners.delete(publicKey)
      }
    },
  }
}

/** Turns exceptions of a failing database into rejections. */
function settle<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work())
  })
}

function remember<T>(cache: Map<string, T>, key: string, read: () => T | undefined): T | undefined {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const value = read()
  if (value !== undefined) cache.set(key, value)
  return value
}

function readCaller(store: ProjectStores, secretHash: string): ApiCaller | undefined {
  const row = store.apiKeys.findByHash(secretHash)
  if (row === undefined || row.revoked_at !== null) return undefined
  return {
    keyId: row.id,
    organizationId: row.organization_id,
    scopes: new Set(scopesOf(row)),
    queryLimitPerMinute: row.query_limit_per_minute,
    ingestLimitPerMinute: row.ingest_limit_per_minute,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    actor: { kind: 'api_key', id: row.id, name: row.name },
  }
}

function readDsnKey(store: ProjectStores, publicKey: string): DsnKeyOwner | undefined {
  const row = /^[0-9a-f]{32}$/.test(publicKey) ? store.dsnKeys.findOwner(publicKey) : undefined
  if (row === undefined) return undefined
  const { version, settings } = readNewestSettings(store, row.project_id)
  return {
    keyId: row.key_id,
    organizationId: row.organization_id,
    project: { id: row.project_id, number: row.number, name: row.name },
    ...(row.is_project_active === 0 && { isProjectInactive: true }),
    settingsVersion: version,
    allowedDomains: settings.allowed_domains,
    projectQuotas: settings.quotas,
    keyQuotas: readQuotas(row.quotas),
    ingestLimitPerMinute: row.ingest_limit_per_minute,
  }
}
