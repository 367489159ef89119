import type { Transporter } from 'nodemailer'
import { toLine } from '../../messages/to-line.js'
import { failed, type SendOutcome } from '../../delivery/send-outcome.js'
import type { Sending, SmtpSettings } from '../../delivery/sending.js'
import { renderEmail } from './render-email.js'

/** Sends messages as mails. */
export interface Mailer {
  send(to: string, sending: Sending): Promise<SendOutcome>
  close: () => void
}

export interface MailerOptions {
  /** Without one no mail can be sent. */
  smtp: SmtpSettings | undefined
  /** Whose host the ids of mails end with. */
  publicUrl: string
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const detailLengthMax = 200
/** Commands after which a server may have taken the mail. */
const lateCommands = ['DATA', 'QUIT']

/** One connection for each mail: they are few. The library is loaded when the first mail is sent. */
export function createMailer({ smtp, publicUrl }: MailerOptions): Mailer {
  const domain = new URL(publicUrl).hostname
  let opened: Promise<Transporter> | undefined
  return {
    send: async (to, { message, signal }) => {
      if (smtp === undefined) return failed('the operator has not named a mail server')
      const { subject, text, html } = renderEmail(message.content)
      const mail = {
        from: smtp.from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${message.id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      opened ??= open(smtp)
      return await deliver(await opened, mail, signal)
    },
    close: () => {
      void opened?.then((transport) => {
        transport.close()
      })
    },
  }
}

async function open({ url }: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...timeouts })
}

async function deliver(transport: Transporter, mail: object, signal: AbortSignal): Promise<SendOutcome> {
  let end: (() => void) | undefined
  // The library cannot end a mail: what becomes of one that is given up, nobody knows.
  const ended = new Promise<SendOutcome>((resolve) => {
    end = () => {
      resolve(failed('was ended', { mayHaveArrived: true }))
    }
    signal.addEventListener('abort', end)
  })
  try {
    return await Promise.race([transport.sendMail(mail).then(toOutcome, toFailure), ended])
  } finally {
    if (end !== undefined) signal.removeEventListener('abort', end)
  }
}

function toOutcome(info: unknown): SendOutcome {
  const response = typeof info === 'object' && info !== null && 'response' in info ? String(info.response) : ''
  return { isDelivered: true, detail: toLine(`the mail server answered ${response}`, detailLengthMax) }
}

/** A status of the 500s that is about the mail or its receiver is final; one about us is for the operator to fix. */
function toFailure(error: unknown): SendOutcome {
  const { code, command, responseCode, response } = readError(error)
  const isFinal = responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code)
  const mayHaveArrived = responseCode === 0 && lateCommands.includes(command)
  const said = response === '' ? `failed (${code})` : `answered ${response}`
  return failed(toLine(`the mail server ${said}`, detailLengthMax), { isFinal, mayHaveArrived })
}

function readError(error: unknown): { code: string; command: string; responseCode: number; response: string } {
  const fields: Partial<Record<string, unknown>> = typeof error === 'object' && error !== null ? { ...error } : {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  const responseCode = typeof fields['responseCode'] === 'number' ? fields['responseCode'] : 0
  return {
    code: textOf(fields['code']),
    command: textOf(fields['command']),
    responseCode,
    response: textOf(fields['response']),
  }
}
