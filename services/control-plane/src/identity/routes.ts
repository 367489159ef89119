import {
  changeMember,
  chooseOrganization,
  createInvitation,
  limits,
  listApiKeys,
  listInvitations,
  listMembers,
  listSignInMethods,
  readBrowserSession,
  readOrganization,
  removeMember as removeMemberContract,
  renameOrganization,
  revokeApiKey,
  revokeInvitation,
  ServiceError,
  signOut,
  startOidc,
  toTimestamp,
} from '@signalbox/contracts'
import { createRoute, type Route, sessionCookieName } from '@signalbox/service-kit'
import { createPreparedRoute } from '../audit/prepared-route.js'
import { createAcceptInvitationRoute } from './accept-invitation-route.js'
import { createChangeApiKeyRoute } from './api-keys/change-api-key-route.js'
import { toApiKey } from './api-keys/api-key-shape.js'
import { refuseExpiringKey, refuseForeignKey } from './api-keys/refuse-beyond-caller.js'
import { createChangePasswordRoute } from './change-password-route.js'
import { createApiKeyRoute } from './create-api-key-route.js'
import { createFinishOidcRoute } from './finish-oidc-route.js'
import { changeRole, removeMember } from './members/change-members.js'
import { invitationLink, invite } from './members/invitations.js'
import { toInvitation, toMember } from './members/member-shape.js'
import { refuseForeignRole } from './members/refuse-foreign-role.js'
import { oidcCookieName } from './oidc/oidc-sign-in.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { createOwnSessionRoutes } from './own-session-routes.js'
import { createPasskeyRoutes } from './passkey-routes.js'
import { createPasswordResetRoutes } from './password-reset-routes.js'
import { createSecondFactorRoutes } from './second-factor-routes.js'
import { toBrowserSession } from './session-shape.js'
import { chooseMembership, requireSession, signInMember } from './sign-in-member.js'
import { createSignInRoute } from './sign-in-route.js'
import { foldEmail } from './tokens.js'

/** Creates the routes for organizations, members, sign-in and API keys. */
export function createIdentityRoutes(dependencies: IdentityRouteDependencies): Route[] {
  return [...createSignInRoutes(dependencies), ...createMemberRoutes(dependencies), ...createApiKeyRoutes(dependencies)]
}

function createSignInRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { identity, store, clock } = dependencies
  const { oidc } = identity
  return [
    createRoute(listSignInMethods, () => ({
      password: true,
      oidc: oidc !== undefined,
      passkeys: identity.passkeys.isAvailable,
      password_reset: identity.resetMails !== undefined,
    })),
    createSignInRoute(dependencies),
    createAcceptInvitationRoute(dependencies),
    createPreparedRoute(signOut, ({ caller, http }) =>
      Promise.resolve(() => {
        store.browserSessions.delete(caller.sessionId)
        const afterwards = () => {
          http.writeCookie({ name: sessionCookieName, value: '', maxAgeSeconds: 0 })
        }
        return { answer: null, afterwards }
      }),
    ),
    createRoute(readBrowserSession, ({ caller: { csrfToken }, http }) => {
      return toBrowserSession(store, requireSession(store, http), csrfToken)
    }),
    createPreparedRoute(chooseOrganization, ({ body, http }) =>
      Promise.resolve(() => {
        const session = requireSession(store, http)
        const { user_id: userId, email, signed_in_at: signedInAt, confirmed_at: confirmedAt } = session
        const member = chooseMembership(store, userId, body.organization_id)
        return signInMember(store, { member, email, http, now: clock(), signedInAt, confirmedAt })
      }),
    ),
    createChangePasswordRoute(dependencies),
    ...createPasswordResetRoutes(dependencies),
    ...createPasskeyRoutes(dependencies),
    ...createOwnSessionRoutes(dependencies),
    ...createSecondFactorRoutes(dependencies),
    createRoute(startOidc, async ({ body, http }) => {
      if (!oidc) throw new ServiceError('not-found', { detail: 'No identity provider is set up' })
      const { url, secrets } = await oidc.provider.begin()
      const { return_to: returnTo = '/', invitation_token: invitationToken } = body
      const sealed = oidc.seal.seal({ ...secrets, returnTo, invitationToken })
      const maxAgeSeconds = limits.signIn.providerMs / 1_000
      http.writeCookie({ name: oidcCookieName, value: sealed, maxAgeSeconds })
      return { url }
    }),
    createFinishOidcRoute(dependencies),
  ]
}

function createMemberRoutes({ store, clock, publicUrl }: IdentityRouteDependencies): Route[] {
  return [
    createRoute(readOrganization, ({ caller }) => {
      const row = store.organizations.find(caller.organizationId)
      if (!row) throw new ServiceError('not-found')
      return { id: row.id, name: row.name, created_at: toTimestamp(row.created_at) }
    }),
    createRoute(renameOrganization, ({ caller, body }) => {
      store.organizations.rename(caller.organizationId, body.name)
      const row = store.organizations.find(caller.organizationId)
      if (!row) throw new ServiceError('not-found')
      return { id: row.id, name: row.name, created_at: toTimestamp(row.created_at) }
    }),
    createRoute(listMembers, ({ caller }) => ({
      members: store.members.list(caller.organizationId).map(toMember),
    })),
    createRoute(changeMember, ({ caller, params, body }) => {
      refuseExpiringKey(caller)
      return toMember(changeRole(store, { caller, memberId: params.member_id }, body.role))
    }),
    createRoute(removeMemberContract, ({ caller, params }) => {
      removeMember(store, { caller, memberId: params.member_id })
      return null
    }),
    createRoute(listInvitations, ({ caller }) => ({
      invitations: store.invitations.list(caller.organizationId, clock()).map(toInvitation),
    })),
    createRoute(createInvitation, ({ caller, body }) => {
      refuseExpiringKey(caller)
      refuseForeignRole(caller, body.role)
      const email = typeof body.email === 'string' ? foldEmail(body.email) : null
      const { organizationId } = caller
      const { row, token } = invite(store, { organizationId, email, role: body.role, now: clock() })
      return { ...toInvitation(row), link: invitationLink(publicUrl, token) }
    }),
    createRoute(revokeInvitation, ({ caller, params }) => {
      const invitation = store.invitations.find(caller.organizationId, params.invitation_id.toLowerCase(), clock())
      if (!invitation) throw new ServiceError('not-found', { detail: 'No such invitation' })
      refuseForeignRole(caller, invitation.role)
      store.invitations.delete(invitation.id)
      return null
    }),
  ]
}

function createApiKeyRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { store, lastUses, keys, clock } = dependencies

  return [
    createRoute(listApiKeys, ({ caller }) => {
      lastUses.flush()
      return { api_keys: store.apiKeys.list(caller.organizationId).map(toApiKey) }
    }),
    createApiKeyRoute(dependencies),
    createChangeApiKeyRoute(dependencies),
    createRoute(revokeApiKey, ({ caller, params }) => {
      const keyId = params.key_id.toLowerCase()
      lastUses.flush()
      const row = store.apiKeys.find(caller.organizationId, keyId)
      if (!row) throw new ServiceError('not-found', { detail: 'No such API key' })
      refuseForeignKey(caller, row)
      const revokedAt = row.revoked_at ?? clock()
      store.apiKeys.revoke(caller.organizationId, keyId, revokedAt)
      keys.forgetApiKey(keyId)
      return toApiKey({ ...row, revoked_at: revokedAt })
    }),
  ]
}
