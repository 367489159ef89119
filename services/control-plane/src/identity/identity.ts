import type { Clock, Log, SessionDirectory } from '@signalbox/service-kit'
import { createLastUses } from './last-uses.js'
import type { IdentityStores } from './store/identity-stores.js'
import { createAttempts, type Attempts } from './attempts.js'
import { createSessionDirectory } from './browser-sessions.js'
import type { OidcSettings } from './oidc/oidc-settings.js'
import { createOidcSignIn, type OidcSignIn } from './oidc/oidc-sign-in.js'
import { createPasswords, type PasswordCost, type Passwords } from './passwords.js'

/** What operators and tests decide about signing in. */
export interface IdentityOptions {
  /** What a password costs to check; for tests, which check many. */
  passwordCost?: PasswordCost
  /** Nobody signs in at a provider when left out. */
  oidc?: OidcSettings
}

/** How people sign in. */
export interface Identity {
  sessions: SessionDirectory
  passwords: Passwords
  attempts: Attempts
  oidc: OidcSignIn | undefined
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
  return {
    sessions: createSessionDirectory({ store, lastUses, clock }),
    passwords: createPasswords(options.passwordCost),
    attempts: createAttempts(clock),
    oidc: options.oidc && createOidcSignIn(options.oidc, { publicUrl, clock }),
    flushLastUses: () => {
      lastUses.flush()
    },
    close: () => {
      lastUses.close()
    },
  }
}
