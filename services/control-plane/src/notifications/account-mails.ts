import { createId } from '@signalbox/contracts'
import type { SendAccountMail } from '../identity/mail-reset-link.js'
import type { SmtpSettings } from './delivery/sending.js'
import { createMailServer } from './kinds/email/mail-server.js'

/** Mails to people about signing in, by the mail server of notices. @returns undefined where there is none. */
export function createAccountMails(
  smtp: SmtpSettings | undefined,
  publicUrl: string,
): { sendAccountMail: SendAccountMail; close: () => void } | undefined {
  if (smtp === undefined) return undefined
  const { deliver, close } = createMailServer({ smtp, publicUrl })
  return {
    close,
    sendAccountMail: async (mail, signal) => {
      const { isDelivered, detail } = await deliver({ id: createId(), ...mail }, signal)
      if (!isDelivered) throw new Error(detail)
    },
  }
}
