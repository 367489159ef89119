import type { MessageContent } from './message-content.js'

/** Content of a message that people send to test a channel. */
export interface TestContent {
  project: { id: string; name: string }
  text: string
}

/** A message, before rendering for a kind of channel. */
export interface OutgoingMessage {
  /** Stays the same across retries, so that receivers can detect duplicates. */
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
