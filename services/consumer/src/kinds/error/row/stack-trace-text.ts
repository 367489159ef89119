import {
  type NormalEvent,
  type NormalException,
  type NormalFrame,
  type NormalStacktrace,
  keepWithStack,
  mainStack,
  messageText,
} from '@signalbox/sentry-events'
import { orderExceptions } from './order-exceptions.js'

const lengthMax = 65_536
const framesMax = 100

/**
 * Formats an event's stacks for people: the main exception first, followed by its causes, members and suppressed
 * exceptions; frames newest first. If a stack has in-app frames, library frames are marked. Messages show the stack
 * from where they were logged.
 * @returns The empty text if there is neither an exception nor a stack.
 */
export function stackTraceText(event: NormalEvent): string {
  const sections = event.exceptions.length > 0 ? exceptionSections(event) : messageSections(event)
  const whole = sections.map(writeSection).join('\n')
  return whole.length < lengthMax ? whole : cutLines(sections.flatMap(linesOf), lengthMax)
}

interface Section {
  heading: string
  stack: WrittenStack | undefined
  /** Number of groups that contain it. */
  depth: number
}

interface WrittenStack {
  lines: readonly string[]
  text: string
}

function exceptionSections(event: NormalEvent): Section[] {
  return orderExceptions(event.exceptions).map(({ exception, label, depth }, index) => {
    const stack = index === 0 ? (exception.stacktrace ?? mainStack(event, exception)) : exception.stacktrace
    return { heading: `${label}${headingOf(exception, event)}`, stack: stack && writeStack(stack), depth }
  })
}

function messageSections(event: NormalEvent): Section[] {
  const stack = mainStack(event, undefined)
  return stack === undefined ? [] : [{ heading: messageText(event), stack: writeStack(stack), depth: 0 }]
}

function writeSection(section: Section): string {
  const { heading, stack, depth } = section
  if (depth > 0) return linesOf(section).join('\n')
  return stack === undefined ? heading : `${heading}\n${stack.text}`
}

function linesOf({ heading, stack, depth }: Section): string[] {
  return [heading, ...(stack?.lines ?? [])].map((line) => `${'  '.repeat(depth)}${line}`)
}

function headingOf({ type, value }: NormalException, event: NormalEvent): string {
  if (type === '') return value || messageText(event)
  return value === '' ? type : `${type}: ${value}`
}

const writeStack = keepWithStack(({ frames }: NormalStacktrace): WrittenStack => {
  const isMixed = frames.some(({ inApp }) => inApp)
  const shown = frames.slice(-framesMax).reverse()
  const lines = shown.map((frame) => `${frameLine(frame)}${isMixed && !frame.inApp ? ' [library]' : ''}`)
  if (frames.length > framesMax) lines.push(`    ... ${frames.length - framesMax} more`)
  return { lines, text: lines.join('\n') }
})

function frameLine({ function: name, module, filename, absPath, lineno, colno }: NormalFrame): string {
  const place = [filename || absPath || module || '<unknown>', lineno, lineno === undefined ? undefined : colno]
  return `    at ${name || '?'} (${place.filter((part) => part !== undefined).join(':')})`
}

function cutLines(lines: readonly string[], max: number): string {
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > max) return [...kept, '...'].join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}
