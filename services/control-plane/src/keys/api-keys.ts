import { ServiceError, apiScopes, type ApiKey, type ApiScope } from '@signalbox/contracts'
import type { ApiCaller, Clock } from '@signalbox/service-kit'
import type { ApiKeyRow, ApiKeyStore } from '../store/api-keys.js'
import { createApiKeySecret, hashSecret, isPossibleSecret, prefixOf } from './secrets.js'

/** What a caller asks for. */
export interface NewApiKey {
  name: string
  scopes?: readonly ApiScope[]
  query_limit_per_minute?: number | null
  ingest_limit_per_minute?: number | null
}

export interface ApiKeysOptions {
  store: ApiKeyStore
  clock: Clock
  createId: (nowMs: number) => string
}

const usesKeptMax = 10_000

/** The API keys of all organizations: made, found by their secret, revoked. */
export class ApiKeys {
  readonly #options: ApiKeysOptions
  /** By the hash of the secret, hex. Changes go through this object, so nothing in it is ever out of date. */
  readonly #callers = new Map<string, ApiCaller>()
  /** Uses that are not written yet: a write for each request would cost more than the request. */
  readonly #usedAt = new Map<string, number>()

  constructor(options: ApiKeysOptions) {
    this.#options = options
  }

  /** @returns undefined for unknown, revoked and malformed keys. */
  find(secret: string): ApiCaller | undefined {
    if (!isPossibleSecret(secret)) return undefined
    const hash = hashSecret(secret)
    const caller = this.#callers.get(hash.toString('hex')) ?? this.#load(hash)
    if (caller !== undefined && (this.#usedAt.has(caller.keyId) || this.#usedAt.size < usesKeptMax)) {
      this.#usedAt.set(caller.keyId, this.#options.clock())
    }
    return caller
  }

  list(organizationId: string): ApiKey[] {
    this.writeUses()
    return this.#options.store.list(organizationId).map(toApiKey)
  }

  /**
   * Makes a key with the scopes asked for, by default those of the caller.
   * @throws ServiceError `forbidden` for a scope that the caller lacks.
   */
  create(caller: Pick<ApiCaller, 'organizationId' | 'scopes'>, request: NewApiKey): ApiKey & { key: string } {
    const scopes = request.scopes ?? apiScopes.filter((scope) => caller.scopes.has(scope))
    const lacking = scopes.filter((scope) => !caller.scopes.has(scope))
    if (lacking.length > 0) {
      throw new ServiceError('forbidden', { detail: `your API key cannot give away ${lacking.join(', ')}` })
    }
    const secret = createApiKeySecret()
    const row = this.add(caller.organizationId, secret, { ...request, scopes })
    return { ...toApiKey(row), key: secret }
  }

  /** Makes a key of a given secret, whoever asks. */
  add(organizationId: string, secret: string, request: NewApiKey & { scopes: readonly ApiScope[] }): ApiKeyRow {
    const now = this.#options.clock()
    const row: ApiKeyRow = {
      id: this.#options.createId(now),
      organization_id: organizationId,
      name: request.name,
      prefix: prefixOf(secret),
      secret_hash: hashSecret(secret),
      scopes: JSON.stringify(request.scopes),
      query_limit_per_minute: request.query_limit_per_minute ?? null,
      ingest_limit_per_minute: request.ingest_limit_per_minute ?? null,
      created_at: now,
      last_used_at: null,
      revoked_at: null,
    }
    this.#options.store.insert(row)
    return row
  }

  /** Whether the secret was ever a key, revoked or not. */
  isKnown(secret: string): boolean {
    return this.#options.store.findByHash(hashSecret(secret)) !== undefined
  }

  /** @throws ServiceError `not-found` when the organization has no such key. */
  revoke(organizationId: string, id: string): ApiKey {
    const row = this.#options.store.revoke(organizationId, id, this.#options.clock())
    if (row === undefined) throw new ServiceError('not-found', { detail: `there is no API key ${id}` })
    this.#callers.delete(row.secret_hash.toString('hex'))
    return toApiKey(row)
  }

  /** Writes down when keys were last used. */
  writeUses(): void {
    if (this.#usedAt.size === 0) return
    this.#options.store.touch(this.#usedAt)
    this.#usedAt.clear()
  }

  #load(hash: Buffer): ApiCaller | undefined {
    const row = this.#options.store.findByHash(hash)
    if (row === undefined || row.revoked_at !== null) return undefined
    const caller: ApiCaller = {
      keyId: row.id,
      organizationId: row.organization_id,
      scopes: new Set(readScopes(row.scopes)),
      queryLimitPerMinute: row.query_limit_per_minute,
      ingestLimitPerMinute: row.ingest_limit_per_minute,
    }
    this.#callers.set(hash.toString('hex'), caller)
    return caller
  }
}

/** Scopes that this version does not know are left out. */
function readScopes(json: string): ApiScope[] {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? apiScopes.filter((scope) => stored.includes(scope)) : []
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: readScopes(row.scopes),
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: toTimestamp(row.last_used_at),
    revoked_at: toTimestamp(row.revoked_at),
    query_limit_per_minute: row.query_limit_per_minute,
    ingest_limit_per_minute: row.ingest_limit_per_minute,
  }
}

function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
