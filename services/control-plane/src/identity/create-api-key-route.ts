import {
  createApiKey,
  createId,
  limits,
  parseTimestamp,
  ServiceError,
  toTimestamp,
  type ApiScope,
} from '@signalbox/contracts'
import { createRoute, type ApiCaller, type Route } from '@signalbox/service-kit'
import { toApiKey } from './api-keys/api-key-shape.js'
import { createApiKeyRow } from './api-keys/create-api-key-row.js'
import { createOrganizationToken } from './api-keys/organization-token.js'
import { requireOwnOrganization, slugOf } from './organization-slug.js'
import { createApiKeySecret } from './secrets.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { refuseBeyond } from '../lists/refuse-beyond.js'

export function createApiKeyRoute({ store, clock, publicUrl }: IdentityRouteDependencies): Route {
  return createRoute(createApiKey, ({ caller, body }) => {
    const scopes = body.scopes ?? [...caller.scopes]
    refuseForeignScopes(caller, scopes)
    const now = clock()
    const expiresAt = readExpiry(body.expires_at, now)
    refuseOutliving(caller, expiresAt)
    const createToken = () => {
      const { name } = requireOwnOrganization(store, caller.organizationId, caller.organizationId)
      return createOrganizationToken({ url: publicUrl, organization: slugOf(name), now })
    }
    const secret = body.format === 'sentry' ? createToken() : createApiKeySecret()
    const row = createApiKeyRow({
      id: createId(now),
      organizationId: caller.organizationId,
      name: body.name,
      secret,
      scopes,
      queryLimitPerMinute: body.query_limit_per_minute ?? null,
      ingestLimitPerMinute: body.ingest_limit_per_minute ?? null,
      createdAt: now,
      expiresAt,
    })
    refuseBeyond('apiKeys', store.apiKeys.countWorking(caller.organizationId, now))
    store.apiKeys.forgetEnded(caller.organizationId, now, limits.capacity.apiKeys.max)
    store.apiKeys.insert(row)
    return { ...toApiKey(row), key: secret }
  })
}

/** @throws ServiceError `invalid-body` for a time that has come already. */
function readExpiry(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null
  const expiresAt = parseTimestamp(text)
  if (expiresAt !== undefined && expiresAt > now) return expiresAt
  throw new ServiceError('invalid-body', {
    faults: [{ in: 'body', name: '/expires_at', detail: 'must lie in the future' }],
  })
}

/** Who found a key that expires must not keep what it opens by another one. */
function refuseOutliving({ actor, expiresAt: ownEnd }: ApiCaller, expiresAt: number | null): void {
  if (actor?.kind === 'member' || ownEnd === undefined) return
  if (expiresAt !== null && expiresAt <= ownEnd) return
  const detail = `The API key of the caller expires at ${toTimestamp(ownEnd)} and cannot make one that lasts longer`
  throw new ServiceError('forbidden', { detail })
}

function refuseForeignScopes(caller: ApiCaller, scopes: readonly ApiScope[]): void {
  const foreign = scopes.filter((scope) => !caller.scopes.has(scope))
  if (foreign.length === 0) return
  throw new ServiceError('forbidden', { detail: `The caller lacks ${foreign.join(', ')} and cannot give it away` })
}
