import type { TraceDetail, TraceNode } from '@signalbox/contracts'
import stringWidth from 'string-width'
import { countOf } from './count-of.js'
import { formatDuration } from './format-numbers.js'
import { cut } from './render-table.js'
import { colorState, dim, type Screen } from './screen.js'
import { toLine } from './terminal-text.js'

const widthDefault = 120
const barWidthMax = 40
const durationWidth = 8
/** Deeper spans are not indented further. */
const indentMax = 12

interface Row {
  node: TraceNode
  depth: number
}

/**
 * Renders a trace for people: one line per span with its service, operation, duration and a time bar, and the events
 * that occurred in it. Fits the screen; narrow ones have no bars.
 */
export function renderTrace(trace: TraceDetail, screen: Screen): string {
  const { trace_id, start, duration_ms, span_count, error_count, services, is_cut, orphan_errors } = trace
  const width = screen.width ?? widthDefault
  const rows = trace.roots.flatMap((root) => flatten(root, 0))
  const barWidth = width < 72 ? 0 : Math.min(barWidthMax, Math.floor(width / 3))
  const nameWidth = Math.max(8, width - barWidth - durationWidth - (barWidth > 0 ? 4 : 2))
  const layout = { nameWidth, barWidth, totalMs: duration_ms, screen }
  return [
    `Trace ${toLine(trace_id)}\n`,
    `${start}\n`,
    `${formatDuration(duration_ms)}, ${countOf(span_count, 'span')}, ${countOf(error_count, 'event')}\n`,
    ...(services.length === 0 ? [] : [`${cut(toLine(services.join(', ')), width)}\n`]),
    '\n',
    ...(rows.length === 0 ? ['It has no spans.\n'] : rows.map((row) => renderSpan(row, layout))),
    ...orphan_errors.map(({ level, title, event_id }) => renderError({ level, title, event_id }, '', layout)),
    ...(is_cut ? ['There is more: only the earliest spans and events are shown.\n'] : []),
  ].join('')
}

function flatten(node: TraceNode, depth: number): Row[] {
  return [{ node, depth }, ...node.children.flatMap((child) => flatten(child, depth + 1))]
}

interface Layout {
  nameWidth: number
  barWidth: number
  totalMs: number
  screen: Screen
}

function renderSpan({ node, depth }: Row, layout: Layout): string {
  const { nameWidth, barWidth, screen } = layout
  const indent = '  '.repeat(Math.min(depth, indentMax))
  const isBad = node.status === 'error' || node.errors.length > 0
  const name = cut(`${indent}${toLine(`${node.service}  ${node.operation}`)}`, nameWidth)
  const colored = isBad ? colorState(name, screen, 'error') : name
  const padded = `${colored}${' '.repeat(Math.max(0, nameWidth - stringWidth(name)))}`
  const duration = formatDuration(node.duration_ms).padStart(durationWidth)
  const bar = barWidth === 0 ? '' : `  ${renderBar(node, layout)}`
  const line = `${padded}  ${duration}${bar}`
  const errors = node.errors.map((error) => renderError(error, indent, layout))
  return [`${line.trimEnd()}\n`, ...errors].join('')
}

/** The span's position within the trace; at least one character. */
function renderBar({ start_offset_ms, duration_ms }: TraceNode, { barWidth, totalMs, screen }: Layout): string {
  const perColumn = totalMs > 0 ? totalMs / barWidth : 1
  const from = Math.min(barWidth - 1, Math.max(0, Math.floor(start_offset_ms / perColumn)))
  const length = Math.min(barWidth - from, Math.max(1, Math.round(duration_ms / perColumn)))
  return `${dim('·'.repeat(from), screen)}${'█'.repeat(length)}`
}

function renderError(
  { level, title, event_id }: { level: string; title: string; event_id: string },
  indent: string,
  { screen }: Layout,
): string {
  const width = screen.width ?? widthDefault
  const room = Math.max(8, width - indent.length - level.length - 5)
  return `${indent}  ! ${colorState(level, screen)} ${cut(toLine(title), room)}\n${indent}    ${event_id}\n`
}
