import type { DeadLetterDetail } from '@signalbox/contracts'
import { toLine, toText } from './terminal-text.js'

/** Renders a dead letter for people: its description, and the beginning of its content if that is text. */
export function renderLetter(letter: DeadLetterDetail): string {
  const { source, item_index } = letter
  const facts: [name: string, value: string | null][] = [
    ['letter', letter.id],
    ['state', letter.state],
    ['reason', letter.reason],
    ['detail', letter.detail],
    ['received', letter.received_at],
    ['given up', letter.dead_lettered_at],
    ['project', letter.project_id],
    ['record', `${source.topic}, partition ${source.partition}, offset ${source.offset}`],
    ['item', item_index === null ? 'entire request' : String(item_index)],
    ['replay of', letter.replay_of],
    ['body', describeBody(letter)],
  ]
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : `${name.padEnd(10)} ${toLine(value)}\n`))
  return [...lines, renderBody(letter)].join('')
}

function describeBody({ body_bytes, encoding }: DeadLetterDetail): string {
  if (body_bytes === 0) return 'gone'
  return `${body_bytes} bytes, ${encoding === null || encoding === 'identity' ? 'not compressed' : encoding}`
}

function renderBody({ body_base64, encoding }: DeadLetterDetail): string {
  const text = Buffer.from(body_base64, 'base64').toString()
  return encoding === 'identity' && text !== '' ? `\n${toText(text)}\n` : ''
}
