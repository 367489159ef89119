import { createApiKey, createId, limits, parseTimestamp, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toApiKey } from './api-keys/api-key-shape.js'
import { createApiKeyRow } from './api-keys/create-api-key-row.js'
import { createOrganizationToken } from './api-keys/organization-token.js'
import { refuseLargerKey } from './api-keys/refuse-beyond-caller.js'
import { requireOwnOrganization, slugOf } from './organization-slug.js'
import { createApiKeySecret } from './secrets.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'

export function createApiKeyRoute({ store, clock, publicUrl }: IdentityRouteDependencies): Route {
  return createRoute(createApiKey, ({ caller, body }) => {
    const now = clock()
    const allowed = {
      scopes: body.scopes ?? [...caller.scopes],
      queryLimitPerMinute: body.query_limit_per_minute ?? null,
      ingestLimitPerMinute: body.ingest_limit_per_minute ?? null,
      expiresAt: readExpiry(body.expires_at, now),
    }
    refuseLargerKey(caller, allowed)
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
      ...allowed,
      createdAt: now,
    })
    enforceCapacity('apiKeys', store.apiKeys.countWorking(caller.organizationId, now))
    store.apiKeys.deleteEnded(caller.organizationId, now, limits.capacity.apiKeys.max)
    store.apiKeys.insert(row)
    return { ...toApiKey(row), key: secret }
  })
}

/** @throws ServiceError `invalid-body` for a time in the past. */
function readExpiry(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null
  const expiresAt = parseTimestamp(text)
  if (expiresAt !== undefined && expiresAt > now) return expiresAt
  throw new ServiceError('invalid-body', {
    faults: [{ in: 'body', name: '/expires_at', detail: 'must be in the future' }],
  })
}
