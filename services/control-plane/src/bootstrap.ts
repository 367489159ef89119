import { apiScopes, createId } from '@signalbox/contracts'
import { ConfigError, type Clock } from '@signalbox/service-kit'
import { createApiKeyRow } from './identity/api-keys/create-api-key-row.js'
import { createApiKeySecret, hashSecret } from './identity/secrets.js'
import { invitationLink, invite } from './identity/members/invitations.js'
import { createProject } from './projects/create-project.js'
import { createDsn } from './projects/dsn-keys/dsn.js'
import type { ProjectRow } from './projects/store/projects.js'
import type { ControlPlaneStore } from './control-plane-store.js'

/** The result of `bootstrap`. */
export interface BootstrapResult {
  organizationId: string
  /**
   * A newly generated key. It is not stored in plain text, so show it now: it cannot be shown again. Undefined if a key
   * was given or already exists.
   */
  generatedApiKey: string | undefined
  /**
   * Link for the first owner to join, while there are no members. It is newly created and not stored in plain text, so
   * show it now. The link of the previous start stops working. Undefined if there is a member.
   */
  ownerInvitation: string | undefined
  /** DSN of the oldest project. */
  dsn: string
}

export interface BootstrapDependencies {
  store: ControlPlaneStore
  publicUrl: string
  clock: Clock
}

/** What every installation has before it serves requests. */
interface Prepared {
  organizationId: string
  dsn: string
}

/**
 * Creates what a new installation needs without any output: an organization, a project `default`, and the given API key
 * with all scopes; all or nothing. Later calls add a given key that is not known yet; a revoked one stays revoked.
 * @throws ConfigError if the given key is not 8 to 256 visible ASCII characters.
 */
export function prepare(dependencies: BootstrapDependencies, givenApiKey?: string): Prepared {
  if (givenApiKey !== undefined && !/^[\x21-\x7e]{8,256}$/.test(givenApiKey)) {
    throw new ConfigError(['SIGNALBOX_BOOTSTRAP_API_KEY must be 8 to 256 visible ASCII characters without spaces'])
  }
  const { store, publicUrl } = dependencies
  return store.transact(() => {
    const known = store.organizations.findFirst()
    const organizationId = known?.id ?? insertOrganization(dependencies)
    if (givenApiKey !== undefined) insertApiKey(dependencies, organizationId, givenApiKey)
    const project = findOrCreateProject(dependencies, organizationId)
    return { organizationId, dsn: createDsn(publicUrl, project.public_key, project.number) }
  })
}

/**
 * Prepares an installation and creates the secrets that are shown only once, all or nothing: an API key if there has
 * never been one, and an invitation for the first owner while there are no members.
 * @throws ConfigError if the given key is not 8 to 256 visible ASCII characters.
 */
export function bootstrap(dependencies: BootstrapDependencies, givenApiKey?: string): BootstrapResult {
  return dependencies.store.transact(() => {
    const prepared = prepare(dependencies, givenApiKey)
    const { organizationId } = prepared
    const hasApiKey = dependencies.store.apiKeys.list(organizationId).length > 0
    const generatedApiKey = hasApiKey ? undefined : createApiKeySecret()
    if (generatedApiKey !== undefined) insertApiKey(dependencies, organizationId, generatedApiKey)
    const hasMember = dependencies.store.members.hasAny()
    const ownerInvitation = hasMember ? undefined : inviteOwner(dependencies, organizationId)
    return { ...prepared, generatedApiKey, ownerInvitation }
  })
}

function insertOrganization({ store, clock }: BootstrapDependencies): string {
  const now = clock()
  const id = createId(now)
  store.organizations.insert({ id, name: 'Default', created_at: now })
  return id
}

function insertApiKey({ store, clock }: BootstrapDependencies, organizationId: string, secret: string): void {
  if (store.apiKeys.findByHash(hashSecret(secret))) return
  const createdAt = clock()
  const limits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
  const key = { id: createId(createdAt), organizationId, name: 'Bootstrap', secret, scopes: apiScopes, createdAt }
  store.apiKeys.insert(createApiKeyRow({ ...key, ...limits }))
}

/** Creates a link for a new owner to join; the previous link stops working. */
export function inviteOwner({ store, publicUrl, clock }: BootstrapDependencies, organizationId: string): string {
  const now = clock()
  const earlier = store.invitations.list(organizationId, now).filter(({ role, email }) => role === 'owner' && !email)
  for (const { id } of earlier) store.invitations.delete(id)
  return invitationLink(publicUrl, invite(store, { organizationId, email: null, role: 'owner', now }).token)
}

function findOrCreateProject({ store, clock }: BootstrapDependencies, organizationId: string): ProjectRow {
  const [oldest] = store.projects.list(organizationId)
  return oldest ?? createProject(store, { organizationId, name: 'default', now: clock() })
}
