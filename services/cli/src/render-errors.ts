import type { ErrorEvent } from '@signalbox/contracts'

const columnsGap = '  '
const timeWidth = '2026-01-01T00:00:00.000Z'.length
const levelWidth = 'warning'.length
const eventIdWidth = 32
const titleWidthMin = 20
const headings = { time: 'TIME', level: 'LEVEL', title: 'TITLE', eventId: 'EVENT ID' }

/**
 * A table of events, one line each, in the order given.
 * @param columns Width of the terminal in characters; titles are cut to fit. Without it nothing is cut.
 */
export function renderErrorTable(events: readonly ErrorEvent[], columns?: number): string {
  const titles = events.map((event) => toLine(titleOf(event)))
  const widest = titles.reduce((width, title) => Math.max(width, title.length), headings.title.length)
  const titleWidth = Math.min(widest, titleWidthOf(columns))
  const rows = events.map((event, index) => ({
    time: toLine(event.timestamp),
    level: toLine(event.level),
    title: titles[index] ?? '',
    eventId: toLine(event.event_id),
  }))
  return [headings, ...rows].map((row) => renderRow(row, titleWidth)).join('')
}

function titleWidthOf(columns: number | undefined): number {
  if (columns === undefined) return Number.MAX_SAFE_INTEGER
  return Math.max(titleWidthMin, columns - timeWidth - levelWidth - eventIdWidth - 3 * columnsGap.length)
}

function renderRow(row: typeof headings, titleWidth: number): string {
  const title = row.title.length > titleWidth ? `${row.title.slice(0, titleWidth - 1)}…` : row.title
  const cells = [row.time.padEnd(timeWidth), row.level.padEnd(levelWidth), title.padEnd(titleWidth), row.eventId]
  return `${cells.join(columnsGap)}\n`
}

/** One event in full: title, fields, tags, stack trace. */
export function renderErrorEvent(event: ErrorEvent): string {
  const user = event.user?.email ?? event.user?.username ?? event.user?.id ?? event.user?.ip_address ?? ''
  const fields: [name: string, value: string][] = [
    ['Event', event.event_id],
    ['Time', event.timestamp],
    ['Level', event.level],
    ['Project', event.project_id],
    ['Platform', event.platform],
    ['SDK', event.sdk_name],
    ['Release', event.release],
    ['Environment', event.environment],
    ['Trace', event.trace_id],
    ['User', user],
    ['Fingerprint', event.fingerprint],
    ...Object.entries(event.tags).map(([key, value]): [string, string] => [`Tag ${key}`, value]),
  ]
  const known = fields
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [toLine(name), value])
  const nameWidth = known.reduce((width, [name]) => Math.max(width, name.length), 0)
  const lines = known.map(([name, value]) => `${name.padEnd(nameWidth)}${columnsGap}${toLine(value)}`)
  const stack = event.stack_trace === '' ? ['No stack trace.'] : [toText(event.stack_trace).trimEnd()]
  return `${[toText(titleOf(event)), '', ...lines, '', ...stack].join('\n')}\n`
}

function titleOf({ exception_type: type, exception_value: value, message }: ErrorEvent): string {
  if (type !== '') return value === '' ? type : `${type}: ${value}`
  return message || value || '(no message)'
}

/** Events come from anywhere: control characters could move the cursor or retitle the terminal of who reads them. */
function toText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\u{FFFD}')
}

function toLine(text: string): string {
  return toText(text.replace(/\s+/g, ' ').trimEnd())
}
