import type { MessageContent } from './message-content.js'
import { renderEmail, type EmailMessage } from '../kinds/email/render-email.js'
import { renderSlack, type SlackMessage } from '../kinds/slack/render-slack.js'
import { renderWebhook, type WebhookMessage } from '../kinds/webhook/render-webhook.js'

/** A message in the shape of each kind of channel. */
export interface OutgoingMessage {
  /** The same whenever it is sent again, so that receivers can tell. */
  id: string
  toSlack(): SlackMessage
  toEmail(): EmailMessage
  /** @param now Unix milliseconds. */
  toWebhook(now: number): { type: string; timestamp: string; data: WebhookMessage['data'] }
}

export function createNoticeMessage(id: string, content: MessageContent): OutgoingMessage {
  return {
    id,
    toSlack: () => renderSlack(content),
    toEmail: () => renderEmail(content),
    toWebhook: (now) => renderWebhook(content, now),
  }
}

const testText = 'This is a test of a notification channel. Notices of new errors will look different.'

/** What people send to see whether a channel works. */
export function createTestMessage(id: string, project: { id: string; name: string }): OutgoingMessage {
  return {
    id,
    toSlack: () => ({ text: testText, blocks: [{ type: 'section', text: { type: 'plain_text', text: testText } }] }),
    toEmail: () => ({ subject: '[Signalbox] Test', text: `${testText}\n`, html: `<p>${testText}</p>` }),
    toWebhook: (now) => ({
      type: 'test',
      timestamp: new Date(now).toISOString(),
      data: { project: { id: project.id, name: project.name }, text: testText },
    }),
  }
}
