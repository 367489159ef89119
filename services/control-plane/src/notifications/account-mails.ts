import { createId } from '@signalbox/contracts'
import type { SendAccountMail } from '../identity/mail-reset-link.js'
import type { SmtpSettings } from './delivery/sending.js'
import { createMailServer } from './kinds/email/mail-server.js'

/**
 * Creates the sender of sign-in mails, which uses the notification mail server. @returns undefined if none is
 * configured.
 */
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
