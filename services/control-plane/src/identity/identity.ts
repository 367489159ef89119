import type { Clock, Log, RefusedKeyObserver, SessionDirectory } from '@signalbox/service-kit'
import { createRefusals, type Refusals } from '../audit/refusals.js'
import { createRefusedKeyObserver } from './note-refused-key.js'
import { createLastUses } from './last-uses.js'
import type { IdentityStores } from './store/identity-stores.js'
import { createAttempts, type Attempts } from './attempts.js'
import { createSessionDirectory } from './browser-sessions.js'
import type { OidcSettings } from './oidc/oidc-settings.js'
import { createResetMails, type ResetMails, type SendAccountMail } from './mail-reset-link.js'
import { createOidcSignIn, type OidcSignIn } from './oidc/oidc-sign-in.js'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.js'

/** What operators and tests decide about signing in. */
export interface IdentityOptions {
  /** What a password costs to check; for tests, which check many. */
  passwordCost?: PasswordCost
  /** Nobody signs in at a provider when left out. */
  oidc?: OidcSettings
  /** No mail is sent when left out. */
  sendAccountMail?: SendAccountMail
}

/** How people sign in. */
export interface Identity {
  sessions: SessionDirectory
  passwords: Passwords
  attempts: Attempts
  oidc: OidcSignIn | undefined
  /** Notes in the audit log who is not let in. */
  refusals: Refusals
  onRefusedKey: RefusedKeyObserver
  /** Undefined where no mail can be sent. */
  resetMails: ResetMails | undefined
  /** Writes when sessions were last used. */
  flushLastUses(): void
  /** Writes what is pending. */
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
