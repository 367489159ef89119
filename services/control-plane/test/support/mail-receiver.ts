import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The test's mail server. */
export interface MailReceiver {
  url: string
  /** Complete mails as received. */
  received: string[]
  /** Its response to recipients; undefined while it accepts everything. */
  refusal: { code: number; message: string } | undefined
  close(): Promise<void>
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const { refusal } = receiver
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData: (stream, _session, done) => {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        receiver.received.push(mail)
        done()
      })
    },
  })
  const receiver: MailReceiver = {
    url: '',
    received: [],
    refusal: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  receiver.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return receiver
}
