import { toLine } from '../../messages/to-line.js'
import {
  countNotices,
  describeContent,
  describeCounts,
  describeEvent,
  describeTotals,
  listFacts,
  type MessageContent,
  type NoticeItem,
} from '../../messages/message-content.js'
import { isTest, type OutgoingMessage } from '../../messages/outgoing-message.js'

/** The content of a mail, without addresses. */
export interface EmailMessage {
  subject: string
  text: string
  html: string
}

const lengths = { subject: 200, line: 1_000 }

/** A paragraph: a linked heading with lines below. */
interface Paragraph {
  heading: string
  url: string
  lines: readonly string[]
}

/** Renders a message as plain text and as HTML in which no text from telemetry is interpreted as markup. */
export function renderEmail(content: OutgoingMessage['content']): EmailMessage {
  if (isTest(content)) {
    const { text } = content
    return { subject: '[Signalbox] Test', text: `${text}\n`, html: `<p>${escape(text)}</p>` }
  }
  const paragraphs = toParagraphs(content)
  return {
    subject: toLine(`[Signalbox] ${describeContent(content)}`, lengths.subject),
    text: paragraphs.map(({ heading, url, lines }) => [heading, ...lines, url].join('\n')).join('\n\n') + '\n',
    html: `<!doctype html><html><body>${paragraphs.map(toHtml).join('')}</body></html>`,
  }
}

function toParagraphs(content: MessageContent): Paragraph[] {
  const [item] = content.items
  if (countNotices(content) === 1 && item !== undefined) return [toParagraph(item, listFacts(item))]
  const left = countNotices(content) - content.items.length
  const head = { heading: line(describeTotals(content)), url: content.url }
  return [
    { ...head, lines: left > 0 ? [`${left} more not shown.`] : [] },
    ...content.items.map((each) => toParagraph(each, summaryOf(each))),
  ]
}

function summaryOf(item: NoticeItem): [string, string][] {
  if (item.kind === 'alert' || item.counts === null) return []
  return [['So far', describeCounts(item.counts)]]
}

function toParagraph(item: NoticeItem, facts: readonly [string, string][]): Paragraph {
  return {
    heading: line(`${describeEvent(item)}: ${item.title}`),
    url: item.url,
    lines: facts.map(([name, value]) => line(`${name}: ${value}`)),
  }
}

function line(text: string): string {
  return toLine(text, lengths.line)
}

function toHtml({ heading, url, lines }: Paragraph): string {
  const rest = lines.map((each) => `<br>${escape(each)}`).join('')
  return `<p><a href="${escape(encodeURI(url))}">${escape(heading)}</a>${rest}</p>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
