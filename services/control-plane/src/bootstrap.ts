import { apiScopes } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import type { ApiKeys } from './keys/api-keys.js'
import { createApiKeySecret, isPossibleSecret, secretRule } from './keys/secrets.js'
import type { Projects } from './projects/projects.js'
import type { OrganizationStore } from './store/organizations.js'

export interface BootstrapOptions {
  /** Text of an API key with all scopes; added at any start where it is not known yet. */
  apiKey?: string
}

export interface BootstrapReport {
  /** The key that was made because none was given: to be shown once, it cannot be read again. */
  generatedApiKey: string | undefined
  /** DSN of the oldest project; undefined when there is none. */
  dsn: string | undefined
}

export interface BootstrapParts {
  organizations: OrganizationStore
  apiKeys: ApiKeys
  projects: Projects
  clock: Clock
  createId: (nowMs: number) => string
}

/**
 * Makes what the first visit needs: an organization, an API key with all scopes, a project. Later starts change
 * nothing, except that a given key which is not known yet is added.
 * @throws Error when the given key cannot be one.
 */
export function bootstrap(parts: BootstrapParts, { apiKey }: BootstrapOptions): BootstrapReport {
  if (apiKey !== undefined && !isPossibleSecret(apiKey)) {
    throw new Error(`SIGNALBOX_BOOTSTRAP_API_KEY must be ${secretRule}`)
  }
  const existing = parts.organizations.findFirst()
  const organizationId = existing?.id ?? createFirstOrganization(parts)
  const isFirstStart = parts.apiKeys.list(organizationId).length === 0
  const generatedApiKey = apiKey === undefined && isFirstStart ? createApiKeySecret() : undefined
  const wanted = apiKey ?? generatedApiKey
  if (wanted !== undefined && !parts.apiKeys.isKnown(wanted)) {
    parts.apiKeys.add(organizationId, wanted, { name: 'Bootstrap', scopes: apiScopes })
  }
  if (parts.projects.list(organizationId).length === 0) parts.projects.create(organizationId, 'default')
  return { generatedApiKey, dsn: parts.projects.list(organizationId)[0]?.dsn }
}

function createFirstOrganization({ organizations, clock, createId }: BootstrapParts): string {
  const now = clock()
  const id = createId(now)
  organizations.insert({ id, name: 'default', created_at: now })
  return id
}
