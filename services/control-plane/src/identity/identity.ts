import type { Clock, Log, RefusedKeyObserver, SessionDirectory } from '@signalbox/service-kit'
import { createRefusals, type Refusals } from '../audit/refusals.js'
import { createRefusedKeyObserver } from './observe-refused-keys.js'
import { createLastUses } from './last-uses.js'
import type { IdentityStores } from './store/identity-stores.js'
import { createAttempts, type Attempts } from './attempts.js'
import { createSessionDirectory } from './browser-sessions.js'
import type { OidcSettings } from './oidc/oidc-settings.js'
import { createResetMails, type ResetMails, type SendAccountMail } from './mail-reset-link.js'
import { createOidcSignIn, type OidcSignIn } from './oidc/oidc-sign-in.js'
import { createPasskeys, type Passkeys } from './passkeys/passkeys.js'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.js'

/** Sign-in options of operators and tests. */
export interface IdentityOptions {
  /** Cost of hashing a password; for tests, which hash many. */
  passwordCost?: PasswordCost
  /** Without it, there is no sign-in through a provider. */
  oidc?: OidcSettings
  /** Without it, no mail is sent. */
  sendAccountMail?: SendAccountMail
}

/** Services for signing in. */
export interface Identity {
  sessions: SessionDirectory
  passwords: Passwords
  attempts: Attempts
  oidc: OidcSignIn | undefined
  /** Records refused requests in the audit log. */
  refusals: Refusals
  onRefusedKey: RefusedKeyObserver
  passkeys: Passkeys
  /** Undefined if mail is not configured. */
  resetMails: ResetMails | undefined
  /** Writes pending last-use times of sessions. */
  flushLastUses(): void
  /** Writes pending data. */
  close(): void
}

interface IdentityDependencies {
  store: IdentityStores
  publicUrl: string
  clock: Clock
  log: Log
}

export function createIdentity(dependencies: IdentityDependencies, options: IdentityOptions = {}): Identity {
  const { store, publicUrl, clock, log } = dependencies
  const lastUses = createLastUses(store.browserSessions, log)
  const refusals = createRefusals({ store, clock, log })
  const { sendAccountMail: send } = options
  const resetMails = send && createResetMails({ ...dependencies, send })
  return {
    sessions: createSessionDirectory({ store, lastUses, clock }),
    passwords: createPasswords(options.passwordCost),
    attempts: createAttempts(clock),
    oidc: options.oidc && createOidcSignIn(options.oidc, { publicUrl, clock }),
    refusals,
    onRefusedKey: createRefusedKeyObserver({ store, refusals, log }),
    passkeys: createPasskeys(dependencies),
    resetMails,
    flushLastUses: () => {
      lastUses.flush()
    },
    close: () => {
      resetMails?.close()
      lastUses.close()
      refusals.close()
    },
  }
}
