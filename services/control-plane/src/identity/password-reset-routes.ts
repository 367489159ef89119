import { requestPasswordReset, resetPassword, ServiceError } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createPreparedRoute } from '../audit/prepared-route.js'
import { mailRequest } from './attempts.js'
import { refuseGuessablePassword } from './password-policy.js'
import { requireReset } from './password-reset.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { foldEmail } from './tokens.js'
import { recordEntry, type AuditDependencies, type AuditedResult } from '../audit/record-entry.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { UserRow } from './store/users.js'

/** Routes for resetting a forgotten password. */
export function createPasswordResetRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { store, identity, clock } = dependencies
  return [
    createRoute(requestPasswordReset, ({ body, http }) => {
      if (!identity.resetMails) {
        throw new ServiceError('not-found', { detail: 'This installation does not send e-mail: contact its operator' })
      }
      const email = foldEmail(body.email)
      identity.attempts.begin(mailRequest({ account: email, address: http.address }))
      identity.resetMails.request(email)
      return null
    }),
    createPreparedRoute(resetPassword, async ({ body: { token, new_password: password }, requestId }) => {
      const { user_id: userId } = requireReset(store, token, clock())
      const email = store.users.find(userId)?.email ?? ''
      await refuseGuessablePassword({ password, email, field: '/new_password' })
      const kept = await identity.passwords.hash(password)
      return () => {
        // Checked again, because the link works only once.
        requireReset(store, token, clock())
        store.passwordResets.delete(userId)
        store.users.savePassword({ user_id: userId, ...kept, changed_at: clock() })
        store.browserSessions.deleteOfUser(userId)
        recordForUser({ store, clock }, { id: userId, email }, { action: resetPassword.id, requestId, outcome: 'done' })
        const afterwards = () => {
          identity.resetMails?.confirm(email)
        }
        return { answer: null, afterwards }
      }
    }),
  ]
}

/** Writes an entry to the audit log of every organization a user belongs to. Call within a transaction. */
function recordForUser(
  { store, clock }: AuditDependencies & { store: Pick<IdentityStores, 'members'> },
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  result: Omit<AuditedResult, 'by' | 'params'>,
): void {
  for (const { id, organization_id: organizationId } of store.members.listOfUser(userId)) {
    const by = { organizationId, actor: { kind: 'member' as const, id, name: email } }
    recordEntry({ store, clock }, { ...result, params: {}, by })
  }
}
