import { failed, type SendOutcome } from '../../delivery/send-outcome.js'
import type { Sending, SmtpSettings } from '../../delivery/sending.js'
import { createMailServer } from './mail-server.js'
import { renderEmail } from './render-email.js'

/** Sends messages by mail. */
export interface Mailer {
  send(to: string, sending: Sending): Promise<SendOutcome>
  close: () => void
}

export interface MailerOptions {
  /** If undefined, no mail can be sent. */
  smtp: SmtpSettings | undefined
  /** Its host is the domain of message ids. */
  publicUrl: string
}

export function createMailer({ smtp, publicUrl }: MailerOptions): Mailer {
  const server = smtp && createMailServer({ smtp, publicUrl })
  return {
    send: async (to, { message, signal }) => {
      if (server === undefined) return failed('the operator has not configured a mail server')
      const { subject, text, html } = renderEmail(message.content)
      return await server.deliver({ id: message.id, to, subject, text, html }, signal)
    },
    close: () => {
      server?.close()
    },
  }
}
