import { isIP } from 'node:net'
import { limits, ServiceError, type PasskeyAssertion, type PasskeyAttestation } from '@signalbox/contracts'
import type { Clock, Log } from '@signalbox/service-kit'
import type { IdentityStores } from '../store/identity-stores.js'
import type { PasskeyRow } from '../store/passkeys.js'
import type { UserRow } from '../store/users.js'
import type { NewCredential, UsedPasskey } from './credentials.js'

/** Creates passkey challenges and verifies the responses. */
export interface Passkeys {
  /** True if browsers accept the public URL for passkeys: a host name, over HTTPS or on the same machine. */
  isAvailable: boolean
  /** Options of `navigator.credentials.create()`. */
  startAdding(user: UserRow): Promise<object>
  /** @throws ServiceError `invalid-body` that names the credential. */
  finishAdding(user: UserRow, attestation: PasskeyAttestation): Promise<NewCredential>
  /** Options of `navigator.credentials.get()`. */
  startSignIn(): Promise<object>
  /**
   * Finds the passkey of an assertion. The challenge is consumed in any case.
   * @throws ServiceError `invalid-passkey`
   */
  prove(assertion: PasskeyAssertion): Promise<UsedPasskey>
}

export interface PasskeyDependencies {
  store: Pick<IdentityStores, 'passkeys' | 'transact'>
  publicUrl: string
  clock: Clock
  log: Pick<Log, 'info'>
}

const { passkeyChallengeMs, passkeyChallengesMax: max } = limits.signIn

export function createPasskeys({ store, publicUrl, clock, log }: PasskeyDependencies): Passkeys {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isAvailable =
    isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
  const party = { id: hostname, origin }
  const requireAvailable = (): void => {
    if (isAvailable) return
    throw new ServiceError('not-found', { detail: 'Passkeys require a public address with a domain name and HTTPS' })
  }
  const storeChallenge = (challenge: string, userId: string | null): void => {
    const now = clock()
    store.transact(() => {
      const row = { challenge, user_id: userId, expires_at: now + passkeyChallengeMs }
      store.passkeys.insertChallenge(row, { now, max })
    })
  }
  const spender = (userId: string | null) => (challenge: string) =>
    store.passkeys.consumeChallenge(challenge, clock())?.user_id === userId
  return {
    isAvailable,
    startAdding: async (user) => {
      requireAvailable()
      const { createRegistrationOptions } = await load()
      const known = store.passkeys.listOfUser(user.id)
      const options = await createRegistrationOptions(party, user, known)
      storeChallenge(options.challenge, user.id)
      return options
    },
    finishAdding: async (user, attestation) => {
      requireAvailable()
      const { verifyAttestation } = await load()
      try {
        return await verifyAttestation(party, attestation, spender(user.id))
      } catch (cause) {
        const faults = [
          {
            in: 'body' as const,
            name: '/credential',
            detail: 'does not answer the challenge, or the challenge has expired',
          },
        ]
        throw new ServiceError('invalid-body', { faults, cause })
      }
    },
    startSignIn: async () => {
      requireAvailable()
      const { createSignInOptions } = await load()
      const options = await createSignInOptions(party)
      storeChallenge(options.challenge, null)
      return options
    },
    prove: async (assertion) => {
      requireAvailable()
      const passkey = store.passkeys.findByCredential(assertion.id)
      const { verifyAssertion } = await load()
      try {
        if (!passkey) throw new Error('the passkey is not registered')
        return { passkey, counter: await verifyAssertion(party, { assertion, passkey, spend: spender(null) }) }
      } catch (cause) {
        log.info({ err: cause }, 'a passkey was rejected')
        throw new ServiceError('invalid-passkey', { cause })
      }
    },
  }
}

/** Loaded on demand: most processes never need it, and it takes a while to load. */
function load() {
  return import('./credentials.js')
}

/** Call in the transaction that relies on the proof. @throws ServiceError `invalid-passkey` if it has been removed. */
export function recordPasskeyUse(
  { passkeys }: Pick<IdentityStores, 'passkeys'>,
  { passkey, counter }: UsedPasskey,
  now: number,
): PasskeyRow {
  const current = passkeys.findByCredential(passkey.credential_id)
  if (!current) throw new ServiceError('invalid-passkey')
  passkeys.noteUse({ id: current.id, counter, last_used_at: now })
  return current
}
