import { bodyFault, type ChannelType } from '../channel-type.js'
import { createMailer } from './mailer.js'

/** E-mail, through the mail server that the operator configured. */
export const email: ChannelType = {
  settings: { to: 'whole' },
  nameOf: ({ to = '' }) => `E-mail to ${to}`,
  findFaults: (_settings, { hasMail }) =>
    hasMail
      ? []
      : [
          bodyFault(
            '/kind',
            'cannot be email: this installation has no mail server (SIGNALBOX_SMTP_URL, SIGNALBOX_SMTP_FROM)',
          ),
        ],
  spacingMs: 0,
  createSender: (services) => {
    const mailer = createMailer(services)
    return { send: ({ to = '' }, sending) => mailer.send(to, sending), close: mailer.close }
  },
}
