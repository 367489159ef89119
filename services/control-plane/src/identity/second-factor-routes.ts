import {
  confirmTotp,
  createId,
  createRecoveryCodes as createRecoveryCodesContract,
  readSignInFactors,
  removeTotp,
  ServiceError,
  startTotp,
  toTimestamp,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { consumeOwnCode } from './own-proof.js'
import { toPasskey } from './passkey-routes.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'
import { createRecoveryCodes, hashRecoveryCode } from './second-factor/recovery-codes.js'
import { createTotpSecret, createTotpUri } from './second-factor/totp.js'
import { requireSession } from './sign-in-member.js'
import type { IdentityStores } from './store/identity-stores.js'
import type { TotpRow } from './store/second-factors.js'

/** Routes for the second factor. */
export function createSecondFactorRoutes(dependencies: IdentityRouteDependencies): Route[] {
  const { store, clock } = dependencies
  const { secondFactors } = store
  return [
    createRoute(readSignInFactors, ({ http }) => {
      const { user_id: userId } = requireSession(store, http)
      const since = secondFactors.findTotp(userId)?.confirmed_at ?? null
      return {
        has_password: store.users.findPassword(userId) !== undefined,
        totp_since: since === null ? null : toTimestamp(since),
        recovery_codes_left: secondFactors.countRecoveryCodes(userId),
        passkeys: store.passkeys.listOfUser(userId).map(toPasskey),
      }
    }),
    createRoute(startTotp, ({ http }) => {
      const { user_id: userId, email } = requireSession(store, http)
      refuseSecond(secondFactors.findTotp(userId))
      const secret = createTotpSecret()
      const id = createId(clock())
      secondFactors.saveTotp({ id, user_id: userId, secret, confirmed_at: null, last_step: 0 })
      return { secret, uri: createTotpUri(secret, email) }
    }),
    createRoute(confirmTotp, ({ body: { code }, http }) => {
      const { user_id: userId } = requireSession(store, http)
      const begun = requireTotp(secondFactors.findTotp(userId))
      refuseSecond(begun)
      consumeOwnCode(dependencies, { userId, code, address: http.address })
      secondFactors.confirmTotp(userId, clock())
      return renewRecoveryCodes(store, userId)
    }),
    createRoute(removeTotp, ({ http }) => {
      const { user_id: userId } = requireSession(store, http)
      requireTotp(secondFactors.findTotp(userId))
      secondFactors.delete(userId)
      return null
    }),
    createRoute(createRecoveryCodesContract, ({ http }) => {
      const { user_id: userId } = requireSession(store, http)
      if (!secondFactors.isNeeded(userId)) throw noApp()
      return renewRecoveryCodes(store, userId)
    }),
  ]
}

function renewRecoveryCodes({ secondFactors }: Pick<IdentityStores, 'secondFactors'>, userId: string) {
  const codes = createRecoveryCodes()
  secondFactors.saveRecoveryCodes(userId, codes.map(hashRecoveryCode))
  return { recovery_codes: codes }
}

function refuseSecond(row: TotpRow | undefined): void {
  if (row === undefined || row.confirmed_at === null) return
  throw new ServiceError('conflict', { detail: 'An authenticator app is already set up: remove it first' })
}

function requireTotp(row: TotpRow | undefined): TotpRow {
  if (row === undefined) throw noApp()
  return row
}

function noApp(): ServiceError {
  return new ServiceError('not-found', { detail: 'No authenticator app is set up' })
}
