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

/** The body for the webhook of a Teams workflow: an adaptive card, version 1.4. */
export interface TeamsMessage {
  type: 'message'
  attachments: readonly { contentType: string; content: AdaptiveCard }[]
}

export interface AdaptiveCard {
  $schema: string
  type: 'AdaptiveCard'
  version: '1.4'
  /** Shown in notifications. */
  fallbackText: string
  body: readonly RichText[]
  actions?: readonly { type: 'Action.OpenUrl'; title: string; url: string }[]
}

/** Text runs are shown verbatim, without Markdown. */
interface RichText {
  type: 'RichTextBlock'
  inlines: readonly { type: 'TextRun'; text: string; weight?: 'Bolder'; size?: 'Medium'; isSubtle?: boolean }[]
}

/** A message is limited to 28 KB. */
const lengths = { title: 400, line: 300 }
const listedMax = 30

/** Renders a message as a card in which no text from telemetry is interpreted as markup. */
export function renderTeams(content: OutgoingMessage['content']): TeamsMessage {
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: renderCard(content) }],
  }
}

function renderCard(content: OutgoingMessage['content']): AdaptiveCard {
  if (isTest(content)) return card(content.text, [heading(content.text)])
  const summary = toLine(describeContent(content), lengths.line)
  const [item] = content.items
  const isSingle = countNotices(content) === 1 && item !== undefined
  const body = isSingle ? renderItem(content, item) : renderDigest(content)
  const { url } = isSingle ? item : content
  return { ...card(summary, body), actions: [{ type: 'Action.OpenUrl', title: 'Open in Signalbox', url }] }
}

function card(fallbackText: string, body: readonly RichText[]): AdaptiveCard {
  const $schema = 'http://adaptivecards.io/schemas/adaptive-card.json'
  return { $schema, type: 'AdaptiveCard', version: '1.4', fallbackText, body }
}

function renderItem({ project }: MessageContent, item: NoticeItem): RichText[] {
  return [
    line(`${describeEvent(item)} in ${project.name}`),
    heading(item.title || '(no title)'),
    ...listFacts(item).map(([name, value]) => fact(name, value)),
    line(item.occurredAt),
  ]
}

function renderDigest(content: MessageContent): RichText[] {
  const listed = content.items.slice(0, listedMax)
  const left = countNotices(content) - listed.length
  return [
    heading(describeTotals(content)),
    ...listed.map((item) => fact(describeEvent(item), `${item.title}${countsAfter(item)}`)),
    ...(left > 0 ? [line(`${left} more not shown.`)] : []),
  ]
}

function heading(text: string): RichText {
  const run = { type: 'TextRun', text: toLine(text, lengths.title), weight: 'Bolder', size: 'Medium' } as const
  return { type: 'RichTextBlock', inlines: [run] }
}

function line(text: string): RichText {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: toLine(text, lengths.line), isSubtle: true }] }
}

function fact(name: string, value: string): RichText {
  return {
    type: 'RichTextBlock',
    inlines: [
      { type: 'TextRun', text: `${name}: `, weight: 'Bolder' },
      { type: 'TextRun', text: toLine(value, lengths.line) },
    ],
  }
}
