import type { Transporter } from 'nodemailer'
import { toLine } from '../../messages/to-line.js'
import { failed, type SendOutcome } from '../../delivery/send-outcome.js'
import type { SmtpSettings } from '../../delivery/sending.js'

/** A mail to one recipient. */
export interface Mail {
  /** Part of its `Message-ID` before the `@`. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends mails through the mail server that the operator configured. */
export interface MailServer {
  deliver: (mail: Mail, signal: AbortSignal) => Promise<SendOutcome>
  close: () => void
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const detailLengthMax = 200
/** SMTP commands after which a server may already have accepted the mail. */
const lateCommands = ['DATA', 'QUIT']

/**
 * Opens one connection per mail, because mails are rare. The library is loaded on first use.
 * @param publicUrl Its host is the domain of message ids.
 */
export function createMailServer({ smtp, publicUrl }: { smtp: SmtpSettings; publicUrl: string }): MailServer {
  const domain = new URL(publicUrl).hostname
  let opened: Promise<Transporter> | undefined
  return {
    deliver: async ({ id, to, ...content }, signal) => {
      const mail = {
        ...content,
        from: smtp.from,
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      opened ??= open(smtp)
      return await transmit(await opened, mail, signal)
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

async function transmit(transport: Transporter, mail: object, signal: AbortSignal): Promise<SendOutcome> {
  let end: (() => void) | undefined
  // The library cannot abort a mail: after a timeout, its outcome is unknown.
  const ended = new Promise<SendOutcome>((resolve) => {
    end = () => {
      resolve(failed('was aborted', { mayHaveArrived: true }))
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

/** A 5xx status about the mail or its recipient is final; one about the sender is for the operator to fix, so retry. */
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
