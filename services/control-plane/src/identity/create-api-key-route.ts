import { createApiKey, createId, limits, parseTimestamp, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { toApiKey } from './api-keys/api-key-shape.js'
import { createApiKeyRow } from './api-keys/create-api-key-row.js'
import { refuseLargerKey } from './api-keys/refuse-beyond-caller.js'
import { requireOwnOrganization, slugOf } from './organization-slug.js'
import { createApiKeySecret } from './secrets.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import { randomBytes } from 'node:crypto'

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

/** Claims in a token for Sentry's clients, which then need neither the URL nor the organization. */
interface TokenClaims {
  /** Public root URL without a path. */
  url: string
  /** The organization's slug as used by the clients. */
  organization: string
  /** Unix milliseconds. */
  now: number
}

/**
 * Creates an API key in the form of Sentry's organization tokens: `sntrys_`, the claims in Base64 with padding, and 256
 * random bits in Base64 without padding.
 */
function createOrganizationToken({ url, organization, now }: TokenClaims): string {
  const root = new URL(url).origin
  const claims = JSON.stringify({ iat: now / 1_000, url: root, region_url: root, org: organization })
  const secret = randomBytes(32).toString('base64').replaceAll('=', '')
  return `sntrys_${Buffer.from(claims).toString('base64')}_${secret}`
}
