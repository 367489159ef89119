import type { Transporter } from 'nodemailer'
import { toLine } from '../../messages/to-line.js'
import { failed, type SendOutcome } from '../../delivery/send-outcome.js'
import type { SmtpSettings } from '../../delivery/sending.js'

/** A mail to one person. */
export interface Mail {
  /** Of its `Message-ID`, in front of the `@`. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
}

/** Hands mails to the mail server that the operator names. */
export interface MailServer {
  deliver: (mail: Mail, signal: AbortSignal) => Promise<SendOutcome>
  close: () => void
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
const detailLengthMax = 200
/** Commands after which a server may have taken the mail. */
const lateCommands = ['DATA', 'QUIT']

/**
 * One connection for each mail: they are few. The library is loaded when the first mail is sent.
 * @param publicUrl Whose host the ids of mails end with.
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
      return await hand(await opened, mail, signal)
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

async function hand(transport: Transporter, mail: object, signal: AbortSignal): Promise<SendOutcome> {
  let end: (() => void) | undefined
  // The library cannot end a mail: what becomes of one that is given up, nobody knows.
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
