import { limits } from '@signalbox/contracts'
import { runWithin, type Clock, type Log } from '@signalbox/service-kit'
import { createGate } from './gate.js'
import { createResetLink } from './password-reset.js'
import type { IdentityStores } from './store/identity-stores.js'

/** A mail to somebody who cannot sign in. */
export interface AccountMail {
  to: string
  subject: string
  text: string
}

/** Sends a mail, and rejects when it was not delivered. */
export type SendAccountMail = (mail: AccountMail, signal: AbortSignal) => Promise<void>

/** Mails links that set new passwords, and that there is a new one, in the background. Never fails. */
export interface ResetMails {
  /** Whoever asks is not told whether anybody has the address. @param email In lower case. */
  request(email: string): void
  /** Tells somebody of a new password, who may not be who has set it. */
  confirm(email: string): void
  /** Gives up what is on its way. */
  close(): void
}

interface ResetMailOptions {
  store: Pick<IdentityStores, 'users' | 'passwordResets'>
  publicUrl: string
  clock: Clock
  log: Log
  send: SendAccountMail
}

const { mailsSendingMax: runningMax, mailsWaitingMax: waitingMax, mailTimeoutMs } = limits.signIn

export function createResetMails(options: ResetMailOptions): ResetMails {
  const gate = createGate({ runningMax, waitingMax })
  const ending = new AbortController()
  const sendAfterAnswer = async (send: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    try {
      const limit = { withinMs: mailTimeoutMs, signal: ending.signal }
      await gate.run(() => runWithin(limit, send))
    } catch (err) {
      options.log.warn({ err }, 'a mail about a password could not be sent')
    }
  }
  return {
    request: (email) => {
      // After the answer, whose time must not tell whether there is such a person.
      setImmediate(() => void sendAfterAnswer((signal) => sendLink(options, email, signal)))
    },
    confirm: (email) => {
      const mail = { to: email, subject: 'Your Signalbox password was changed', text: changedText }
      void sendAfterAnswer((signal) => options.send(mail, signal))
    },
    close: () => {
      ending.abort()
    },
  }
}

/** Who signs in at an identity provider only has no password to forget. */
async function sendLink({ store, send, ...options }: ResetMailOptions, email: string, signal: AbortSignal) {
  if (signal.aborted) return
  const user = store.users.findByEmail(email)
  if (!user || !store.users.findPassword(user.id)) return
  const link = createResetLink(store, { user, publicUrl: options.publicUrl, now: options.clock() })
  await send({ to: user.email, subject: 'Reset your Signalbox password', text: writeText(link) }, signal)
}

function writeText(link: string): string {
  return `Somebody, probably you, asked to reset the password of this address. Choose a new one here:

${link}

The link works once, for ${limits.signIn.passwordResetMs / 60_000} minutes. If it was not you, do nothing: your password stays as it is.
`
}

const changedText = `The password of this address was changed just now, and all other sessions have ended. An authenticator app and passkeys
stay as they are: Settings, Security lists them.

If it was not you, reset the password from the sign-in page, and remove the passkeys that are not yours.
`
