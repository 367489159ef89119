import { isJsonObject } from '@signalbox/contracts'
import type { StackFrame } from '@signalbox/source-maps'

/** A frame of a stored event as it was sent. */
export interface SentFrame extends StackFrame {
  /** True if the event shows its original location. */
  isResolved: boolean
}

/** A stack trace of a stored event. */
export interface StoredStack {
  /** `exception/0`, `threads/1` or `stacktrace`. */
  name: string
  frames: SentFrame[]
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the stack traces of a stored event, with their frames as they were sent. */
export function readStacks(event: Fields): StoredStack[] {
  const inList = (name: string) =>
    listOf(event[name]).map((holder, index) => ({ name: `${name}/${index}`, frames: framesOf(holder) }))
  const own = { name: 'stacktrace', frames: framesOf(event) }
  return [...inList('exception'), ...inList('threads'), own].filter(({ frames }) => frames.length > 0)
}

function framesOf(holder: Fields): SentFrame[] {
  const shown = stackOf(holder['stacktrace'])
  const raw = stackOf(holder['raw_stacktrace'])
  const sent = raw.length > 0 ? raw : shown
  return sent.map((frame, index) => {
    const data = shown[index]?.['data']
    return { ...toFrame(frame), isResolved: isJsonObject(data) && data['symbolicated'] === true }
  })
}

function stackOf(stack: unknown): Fields[] {
  return isJsonObject(stack) ? listOf(stack['frames']) : []
}

function toFrame(frame: Fields): StackFrame {
  const text = (name: string) => (typeof frame[name] === 'string' ? frame[name] : '')
  const count = (name: string) => (typeof frame[name] === 'number' ? frame[name] : undefined)
  return {
    function: text('function'),
    module: text('module'),
    filename: text('filename'),
    absPath: text('abs_path') || text('filename'),
    lineno: count('lineno'),
    colno: count('colno'),
    preContext: [],
    contextLine: '',
    postContext: [],
    inApp: frame['in_app'] === true,
    platform: text('platform'),
  }
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
