import { createId, ServiceError } from '@signalbox/contracts'
import { addMember } from '../members/change-members.js'
import { requireInvitation } from '../members/invitations.js'
import type { InvitationRow } from '../store/invitations.js'
import type { MemberRow } from '../store/members.js'
import type { IdentityStores } from '../store/identity-stores.js'
import type { UserRow } from '../store/users.js'
import type { OidcIdentity } from './oidc-provider.js'
import type { OidcSettings } from './oidc-settings.js'

/** A person returning from the identity provider. */
export interface IdentityAdmission {
  identity: OidcIdentity
  /** Token of the invitation to accept. */
  invitationToken: string | undefined
  settings: Pick<OidcSettings, 'allowedDomains' | 'defaultRole'>
  /** Unix milliseconds. */
  now: number
}

/**
 * Finds or creates the member for an identity. In order: the user linked to the identity, the user with its verified
 * address, a new user for an invitation or an allowed domain. Call within a transaction.
 * @throws ServiceError `forbidden` if none of these applies; nothing is written then.
 */
export function admitIdentity(
  store: IdentityStores,
  admission: IdentityAdmission,
): { member: MemberRow; user: UserRow } {
  const { invitationToken: token, identity, now } = admission
  const invitation =
    token === undefined ? undefined : requireInvitation(store, { token, email: trusted(identity), now })
  const known = findUser(store, identity)
  const offer = invitation ?? (known ? undefined : offerByDomain(store, admission))
  if (!known && !offer) throw notAdmitted()
  const user = known ?? createUser(store, identity, now)
  linkIdentity(store, { identity, user, now })
  return { user, member: offer ? join(store, { user, offer, now }) : firstMembership(store, user) }
}

/** An address that the provider has not verified proves nothing. */
function trusted({ email, isEmailVerified }: OidcIdentity): string | undefined {
  return isEmailVerified ? email : undefined
}

function findUser({ users }: IdentityStores, identity: OidcIdentity): UserRow | undefined {
  const email = trusted(identity)
  const linked = users.findByIdentity(identity.issuer, identity.subject)
  return linked ?? (email === undefined ? undefined : users.findByEmail(email))
}

/** Organization that a person may join, by invitation or by their domain. */
type MembershipOffer = Pick<InvitationRow, 'organization_id' | 'role'> & { id?: string }

function offerByDomain(
  { organizations }: IdentityStores,
  { identity, settings }: IdentityAdmission,
): MembershipOffer | undefined {
  const domain = trusted(identity)?.split('@').at(-1)
  const first = organizations.findFirst()
  if (domain === undefined || !first || !settings.allowedDomains.includes(domain)) return undefined
  return { organization_id: first.id, role: settings.defaultRole }
}

function createUser({ users }: IdentityStores, { email, name }: OidcIdentity, now: number): UserRow {
  // An existing user's address is never given to an unverified identity.
  if (email === undefined || users.findByEmail(email)) throw notAdmitted()
  const user: UserRow = { id: createId(now), email, name, created_at: now }
  users.insert(user)
  return user
}

interface NewLink {
  identity: OidcIdentity
  user: UserRow
  now: number
}

/**
 * Whoever set a user's password need not own the address. The first identity that proves ownership therefore removes
 * password, second factor, passkeys and sessions. The user can set new ones after signing in.
 */
function linkIdentity(
  { users, browserSessions, secondFactors, passwordResets, passkeys }: IdentityStores,
  { identity, user, now }: NewLink,
): void {
  if (users.findByIdentity(identity.issuer, identity.subject)) return
  users.deletePassword(user.id)
  secondFactors.delete(user.id)
  passwordResets.delete(user.id)
  passkeys.deleteOfUser(user.id)
  browserSessions.deleteOfUser(user.id)
  users.insertIdentityLink({ issuer: identity.issuer, subject: identity.subject, user_id: user.id, created_at: now })
}

/** Existing members keep their role, and the invitation remains for somebody else. */
function join(
  store: IdentityStores,
  { user, offer, now }: { user: UserRow; offer: MembershipOffer; now: number },
): MemberRow {
  const { organization_id: organizationId, role, id } = offer
  const memberships = store.members.listOfUser(user.id)
  const membership = memberships.find((each) => each.organization_id === organizationId)
  if (membership) return membership
  if (id !== undefined) store.invitations.delete(id)
  return addMember(store, { organizationId, userId: user.id, role, now })
}

function firstMembership({ members }: IdentityStores, user: UserRow): MemberRow {
  const [first] = members.listOfUser(user.id)
  if (!first) throw notAdmitted()
  return first
}

function notAdmitted(): ServiceError {
  return new ServiceError('forbidden', { detail: 'This user has not been invited' })
}
