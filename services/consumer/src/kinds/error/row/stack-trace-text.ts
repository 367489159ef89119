import {
  type NormalEvent,
  type NormalException,
  type NormalFrame,
  type NormalStacktrace,
  mainStack,
  messageText,
} from '@signalbox/sentry-events'

const lengthMax = 65_536
const framesMax = 100

/**
 * The stacks of an event for people to read: the main exception first, its causes after it, frames newest first.
 * Messages show the stack of where they were logged.
 * @returns the empty text when there is neither an exception nor a stack.
 */
export function stackTraceText(event: NormalEvent): string {
  const sections = event.exceptions.length > 0 ? exceptionSections(event) : messageSections(event)
  return joinWithin(sections, lengthMax)
}

function exceptionSections(event: NormalEvent): string[][] {
  const [main, ...causes] = event.exceptions.toReversed()
  if (main === undefined) {
    return []
  }
  const stack = main.stacktrace ?? mainStack(event, main)
  return [
    [headingOf(main, event), ...frameLines(stack)],
    ...causes.map((cause) => [`Caused by: ${headingOf(cause, event)}`, ...frameLines(cause.stacktrace)]),
  ]
}

function messageSections(event: NormalEvent): string[][] {
  const stack = mainStack(event, undefined)
  return stack === undefined ? [] : [[messageText(event), ...frameLines(stack)]]
}

function headingOf({ type, value }: NormalException, event: NormalEvent): string {
  if (type === '') return value || messageText(event)
  return value === '' ? type : `${type}: ${value}`
}

function frameLines(stacktrace: NormalStacktrace | undefined): string[] {
  const frames = stacktrace?.frames ?? []
  const lines = frames.slice(-framesMax).reverse().map(frameLine)
  return frames.length > framesMax ? [...lines, `    ... ${frames.length - framesMax} more`] : lines
}

function frameLine({ function: name, module, filename, absPath, lineno, colno }: NormalFrame): string {
  const place = [filename || absPath || module || '<unknown>', lineno, lineno === undefined ? undefined : colno]
  return `    at ${name || '?'} (${place.filter((part) => part !== undefined).join(':')})`
}

function joinWithin(sections: readonly string[][], max: number): string {
  const kept: string[] = []
  let length = 0
  for (const line of sections.flat()) {
    length += line.length + 1
    if (length > max) return [...kept, '...'].join('\n')
    kept.push(line)
  }
  return kept.join('\n')
}
