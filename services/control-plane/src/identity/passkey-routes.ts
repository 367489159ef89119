import {
  addPasskey,
  askForPasskey,
  createId,
  removePasskey,
  renamePasskey,
  ServiceError,
  signInWithPasskey,
  startPasskey,
  toTimestamp,
  type Passkey,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { createPreparedRoute } from '../audit/prepared-route.js'
import { enforceCapacity } from '../lists/enforce-capacity.js'
import { recordPasskeyUse } from './passkeys/passkeys.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { chooseMembership, requireSession, signInMember } from './sign-in-member.js'
import type { BrowserSessionOwnerRow } from './store/browser-sessions.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { PasskeyRow } from './store/passkeys.js'
import type { UserRow } from './store/users.js'

/** Routes for adding passkeys and signing in with them. */
export function createPasskeyRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { store, clock, identity } = dependencies
  return [
    createRoute(startPasskey, ({ http }) =>
      identity.passkeys.startAdding(requireUser(store, requireSession(store, http))),
    ),
    createPreparedRoute(addPasskey, async ({ body: { name, credential }, http }) => {
      const user = requireUser(store, requireSession(store, http))
      const made = await identity.passkeys.finishAdding(user, credential)
      return () => {
        enforceCapacity('passkeys', store.passkeys.listOfUser(user.id).length)
        refuseKnown(store, made.credential_id)
        const now = clock()
        const row = { id: createId(now), user_id: user.id, ...made, name, created_at: now, last_used_at: now }
        store.passkeys.insert(row)
        return { answer: toPasskey(row) }
      }
    }),
    createRoute(renamePasskey, ({ params, body, http }) => {
      const { user_id: userId } = requireSession(store, http)
      const renamed = store.passkeys.rename(userId, params.passkey_id.toLowerCase(), body.name)
      if (!renamed) throw unknownPasskey()
      return toPasskey(renamed)
    }),
    createRoute(removePasskey, ({ params, http }) => {
      const { user_id: userId } = requireSession(store, http)
      if (!store.passkeys.delete(userId, params.passkey_id.toLowerCase())) throw unknownPasskey()
      return null
    }),
    createRoute(askForPasskey, () => identity.passkeys.startSignIn()),
    createPreparedRoute(signInWithPasskey, async ({ body, http }) => {
      const used = await identity.passkeys.prove(body.credential)
      return () => {
        const now = clock()
        const { user_id: userId } = recordPasskeyUse(store, used, now)
        const member = chooseMembership(store, userId, body.organization_id)
        return signInMember(store, { member, email: store.users.find(userId)?.email ?? '', http, now })
      }
    }),
  ]
}

export function toPasskey({ id, name, created_at: createdAt, last_used_at: lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, created_at: toTimestamp(createdAt), last_used_at: toTimestamp(lastUsedAt) }
}

function unknownPasskey(): ServiceError {
  return new ServiceError('not-found', { detail: 'No such passkey' })
}

function requireUser({ users }: Pick<IdentityStores, 'users'>, { user_id: id }: BrowserSessionOwnerRow): UserRow {
  const user = users.find(id)
  if (user) return user
  throw new ServiceError('unauthenticated', { detail: 'The session has ended' })
}

function refuseKnown({ passkeys }: Pick<IdentityStores, 'passkeys'>, credentialId: string): void {
  if (!passkeys.findByCredential(credentialId)) return
  throw new ServiceError('conflict', { detail: 'This passkey is already registered' })
}
