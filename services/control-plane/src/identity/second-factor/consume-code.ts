import { ServiceError } from '@signalbox/contracts'
import type { Clock } from '@signalbox/service-kit'
import { codeAttempt, type Attempts } from '../attempts.js'
import type { IdentityStores } from '../store/identity-stores.js'
import { hashRecoveryCode } from './recovery-codes.js'
import { findTimeStep } from './totp.js'

export interface SecondFactorDependencies {
  store: Pick<IdentityStores, 'secondFactors'>
  attempts: Attempts
  clock: Clock
}

/** A submitted code. */
export interface GivenCode {
  userId: string
  code: string
  /** Address of the client. */
  address: string
}

/**
 * Uses up an authenticator or recovery code of a user with a second factor. Call within the transaction that relies on
 * it.
 * @throws ServiceError `invalid-code`, or `rate-limited` after too many attempts.
 */
export function consumeCode(dependencies: SecondFactorDependencies, given: GivenCode): void {
  const { attempts, store } = dependencies
  const attempt = codeAttempt(given)
  attempts.begin(attempt)
  const isRight = isTotpCode(given.code)
    ? spendTotpCode(dependencies, given)
    : store.secondFactors.spendRecoveryCode(given.userId, hashRecoveryCode(given.code))
  if (!isRight) throw new ServiceError('invalid-code')
  attempts.succeed(attempt)
}

/**
 * Like `consumeCode`, after the password was verified; no-op for users without a second factor.
 * @throws ServiceError `second-factor-required` without a code, `invalid-code`, `rate-limited`.
 */
export function consumeRequiredCode(
  dependencies: SecondFactorDependencies,
  { code, ...given }: Omit<GivenCode, 'code'> & { code: string | undefined },
): void {
  if (!dependencies.store.secondFactors.isNeeded(given.userId)) return
  if (code === undefined) throw new ServiceError('second-factor-required')
  consumeCode(dependencies, { ...given, code })
}

function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code))
}

function spendTotpCode({ store, clock }: SecondFactorDependencies, { userId, code }: GivenCode): boolean {
  const row = store.secondFactors.findTotp(userId)
  if (!row) return false
  const step = findTimeStep({ secret: row.secret, code: withoutSpaces(code), now: clock() })
  return step !== undefined && store.secondFactors.spendStep(userId, step)
}

/** Apps display codes as `123 456`. */
function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}
