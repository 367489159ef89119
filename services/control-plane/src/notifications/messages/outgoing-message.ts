import type { MessageContent } from './message-content.js'

/** What people send to see whether a channel works. */
export interface TestContent {
  project: { id: string; name: string }
  text: string
}

/** A message, before it takes the shape of a kind of channel. */
export interface OutgoingMessage {
  /** The same whenever it is sent again, so that receivers can tell. */
  id: string
  content: MessageContent | TestContent
}

const testText = 'This is a test message for a notification channel. Notifications about new errors look different.'

export function createTestMessage(id: string, project: { id: string; name: string }): OutgoingMessage {
  return { id, content: { project, text: testText } }
}

export function isTest(content: MessageContent | TestContent): content is TestContent {
  return 'text' in content
}
