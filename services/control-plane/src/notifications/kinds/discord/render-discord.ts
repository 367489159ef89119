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

/** The body of a Discord webhook request (Execute Webhook). */
export interface DiscordMessage {
  content?: string
  embeds?: readonly DiscordEmbed[]
  /** Disables mentions, whatever the telemetry contains. */
  allowed_mentions: { parse: [] }
}

export interface DiscordEmbed {
  title: string
  url: string
  description?: string
  fields?: readonly { name: string; value: string; inline: boolean }[]
  timestamp?: string
}

/**
 * Maximum lengths of texts before escaping, which may double them. Discord's limits: 256 characters for a title, 4,096
 * for a description, 1,024 for a field value, 6,000 in total, 25 fields, and 10 embeds.
 */
const lengths = { title: 120, field: 250, line: 140, content: 900 }
const listedMax = 20

/** Renders a message as an embed in which no text from telemetry is interpreted as markup. */
export function renderDiscord(content: OutgoingMessage['content']): DiscordMessage {
  const mentions = { allowed_mentions: { parse: [] } } satisfies Pick<DiscordMessage, 'allowed_mentions'>
  if (isTest(content)) return { content: content.text, ...mentions }
  const [item] = content.items
  const isSingle = countNotices(content) === 1 && item !== undefined
  return {
    content: plain(describeContent(content), lengths.content),
    embeds: [isSingle ? renderItem(item) : renderDigest(content)],
    ...mentions,
  }
}

function renderItem(item: NoticeItem): DiscordEmbed {
  return {
    title: plain(item.title, lengths.title) || '(no title)',
    url: item.url,
    description: plain(describeEvent(item), lengths.line),
    fields: listFacts(item).map(([name, value]) => ({ name, value: plain(value, lengths.field), inline: false })),
    timestamp: item.occurredAt,
  }
}

function renderDigest(content: MessageContent): DiscordEmbed {
  const listed = content.items.slice(0, listedMax)
  const left = countNotices(content) - listed.length
  const lines = listed.map((item) => `• [${plain(titleOf(item), lengths.line)}](${encodeURI(item.url)})`)
  const rest = left > 0 ? [`${left} more not shown.`] : []
  return {
    title: plain(describeTotals(content), lengths.title),
    url: content.url,
    // If URLs are long, a description holds fewer lines than a digest may have.
    description: cutLines([...lines, ...rest], 3_500),
  }
}

function titleOf(item: NoticeItem): string {
  return `${describeEvent(item)}: ${item.title}${countsAfter(item)}`
}

function cutLines(lines: readonly string[], lengthMax: number): string {
  let text = ''
  for (const line of lines) {
    if (text.length + line.length + 1 > lengthMax) break
    text += text === '' ? line : `\n${line}`
  }
  return text
}

/** Reduces a text to one line without Markdown, links or mentions. */
function plain(text: string, lengthMax: number): string {
  return toLine(text, lengthMax)
    .replace(/[\\*_~`|>#[\]()<-]/g, String.raw`\$&`)
    .replace(/@(?=here|everyone)/gi, '@\u{200B}')
    .replace(/https?:/gi, (scheme) => `${scheme.slice(0, -1)}\u{200B}:`)
}
