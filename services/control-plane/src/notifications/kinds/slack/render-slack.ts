import { toLine } from '../../messages/to-line.js'
import {
  countNotices,
  countsAfter,
  describeContent,
  describeEvent,
  describeTotals,
  listFacts,
  type MessageContent,
  type NoticeItem,
} from '../../messages/message-content.js'
import { isTest, type OutgoingMessage } from '../../messages/outgoing-message.js'

/** A Slack message, in the format of both incoming webhooks and the Web API. */
export interface SlackMessage {
  /** For notifications and clients that cannot show blocks. */
  text: string
  blocks: readonly SlackBlock[]
}

interface SlackText {
  type: 'plain_text' | 'mrkdwn'
  text: string
  verbatim?: boolean
}

export interface SlackBlock {
  type: 'section' | 'header' | 'context'
  text?: SlackText
  fields?: SlackText[]
  elements?: SlackText[]
}

/** Maximum lengths of texts before escaping, which may make them up to five times as long. */
const lengths = { title: 400, heading: 140, field: 380, line: 300 }

/**
 * Renders a message. Text from telemetry appears only in plain-text objects, where markup is not interpreted; all links
 * are ours. Slack's limits: 50 blocks, 10 fields per block, 3,000 characters per section and 2,000 per field.
 */
export function renderSlack(content: OutgoingMessage['content']): SlackMessage {
  if (isTest(content)) {
    const { text } = content
    return { text, blocks: [{ type: 'section', text: { type: 'plain_text', text } }] }
  }
  const [item] = content.items
  const isSingle = countNotices(content) === 1 && item !== undefined
  return {
    text: escape(toLine(describeContent(content), lengths.line)),
    blocks: isSingle ? renderItem(content, item) : renderDigest(content),
  }
}

function renderItem({ project }: MessageContent, item: NoticeItem): SlackBlock[] {
  const fields = listFacts(item).map(([name, value]) => plain(`${name}: ${value}`, lengths.field))
  return [
    { type: 'section', text: plain(`${describeEvent(item)} in ${project.name}`, lengths.heading) },
    { type: 'section', text: plain(toLine(item.title, lengths.title) || '(no title)', lengths.title) },
    ...(fields.length > 0 ? [{ type: 'section' as const, fields }] : []),
    { type: 'context', elements: [link(item.url, nameOf(item)), plain(item.occurredAt, lengths.line)] },
  ]
}

function renderDigest(content: MessageContent): SlackBlock[] {
  const { items, url } = content
  const left = countNotices(content) - items.length
  return [
    { type: 'section', text: plain(describeTotals(content), lengths.line) },
    ...items.map((item): SlackBlock => ({
      type: 'context',
      elements: [link(item.url, nameOf(item)), toSummary(item)],
    })),
    {
      type: 'context',
      elements: [link(url, left > 0 ? `All issues (${left} more not shown)` : 'All issues')],
    },
  ]
}

function toSummary(item: NoticeItem): SlackText {
  const counts = countsAfter(item)
  const text = toLine(`${describeEvent(item)}: ${item.title}`, lengths.line - counts.length)
  return plain(`${text}${counts}`, lengths.line)
}

function nameOf(item: NoticeItem): string {
  return item.kind === 'alert' ? 'Open alert' : item.shortId
}

function plain(text: string, max: number): SlackText {
  return { type: 'plain_text', text: escape(toLine(text, max)) }
}

/** Links only to our own addresses, with names made of letters, digits and dashes. */
function link(url: string, name: string): SlackText {
  return { type: 'mrkdwn', text: `<${encodeURI(url)}|${escape(name)}>`, verbatim: true }
}

/** Escapes Slack's three control characters and defuses mentions of everyone, however a workspace parses text. */
function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=here|channel|everyone)/gi, '@\u{200B}')
}
