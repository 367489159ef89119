import { limits } from '@signalbox/contracts'
import { runWithin, type Clock, type Log } from '@signalbox/service-kit'
import { createGate } from './gate.js'
import { createResetLink } from './password-reset.js'
import type { IdentityStores } from './store/identity-stores.js'

/** A mail to a user who cannot sign in. */
export interface AccountMail {
  to: string
  subject: string
  text: string
}

/** Sends a mail; rejects if it was not delivered. */
export type SendAccountMail = (mail: AccountMail, signal: AbortSignal) => Promise<void>

/** Mails password reset links and confirmations in the background. Never fails. */
export interface ResetMails {
  /** Never reveals whether the address belongs to a user. @param email In lower case. */
  request(email: string): void
  /** Notifies a user of a new password, in case somebody else has set it. */
  confirm(email: string): void
  /** Aborts mails in flight. */
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
      options.log.warn({ err }, 'a password e-mail could not be sent')
    }
  }
  return {
    request: (email) => {
      // After the response, whose timing must not reveal whether the user exists.
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

/** Users who only sign in through an identity provider have no password to reset. */
async function sendLink({ store, send, ...options }: ResetMailOptions, email: string, signal: AbortSignal) {
  if (signal.aborted) return
  const user = store.users.findByEmail(email)
  if (!user || !store.users.findPassword(user.id)) return
  const link = createResetLink(store, { user, publicUrl: options.publicUrl, now: options.clock() })
  await send({ to: user.email, subject: 'Reset your Signalbox password', text: writeText(link) }, signal)
}

function writeText(link: string): string {
  return `Someone requested a password reset for this address. To choose a new password, open:

${link}

The link works once and expires in ${limits.signIn.passwordResetMs / 60_000} minutes. If you did not request this, you can ignore this e-mail: your password stays unchanged.
`
}

const changedText = `The password for this address was just changed, and all other sessions were signed out. Your authenticator app and
passkeys are unchanged; you can review them under Settings, Security.

If this was not you, reset the password from the sign-in page and remove any passkeys you do not recognize.
`
