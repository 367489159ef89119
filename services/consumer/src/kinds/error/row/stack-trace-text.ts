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
 * The stacks of an event for people to read: the main exception first, what it was caused by, what it holds and what was
 * suppressed after it, frames newest first. Where a stack has frames of the application, those of libraries are marked.
 * Messages show the stack of where they were logged.
 * @returns the empty text when there is neither an exception nor a stack.
 */
export function stackTraceText(event: NormalEvent): string {
  const sections = event.exceptions.length > 0 ? exceptionSections(event) : messageSections(event)
  return joinWithin(sections, lengthMax)
}

function exceptionSections(event: NormalEvent): string[][] {
  return orderExceptions(event.exceptions).map(({ exception, label, depth }, index) => {
    const stack = index === 0 ? (exception.stacktrace ?? mainStack(event, exception)) : exception.stacktrace
    const lines = [`${label}${headingOf(exception, event)}`, ...(stack === undefined ? [] : frameLines(stack))]
    return depth === 0 ? lines : lines.map((line) => `${'  '.repeat(depth)}${line}`)
  })
}

function messageSections(event: NormalEvent): string[][] {
  const stack = mainStack(event, undefined)
  return stack === undefined ? [] : [[messageText(event), ...frameLines(stack)]]
}

function headingOf({ type, value }: NormalException, event: NormalEvent): string {
  if (type === '') return value || messageText(event)
  return value === '' ? type : `${type}: ${value}`
}

const frameLines = keepWithStack(({ frames }: NormalStacktrace): readonly string[] => {
  const isMixed = frames.some(({ inApp }) => inApp)
  const shown = frames.slice(-framesMax).reverse()
  const lines = shown.map((frame) => `${frameLine(frame)}${isMixed && !frame.inApp ? ' [library]' : ''}`)
  return frames.length > framesMax ? [...lines, `    ... ${frames.length - framesMax} more`] : lines
})

function frameLine({ function: name, module, filename, absPath, lineno, colno }: NormalFrame): string {
  const place = [filename || absPath || module || '<unknown>', lineno, lineno === undefined ? undefined : colno]
  return `    at ${name || '?'} (${place.filter((part) => part !== undefined).join(':')})`
}

function joinWithin(sections: readonly (readonly string[])[], max: number): string {
  const whole = sections.flat().join('\n')
  if (whole.length < max) return whole
  const kept: string[] = []
  let length = 0
  for (const line of sections.flat()) {
    length += line.length + 1
    if (length > max) return [...kept, '...'].join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}
