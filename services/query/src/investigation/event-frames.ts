import { limits, parseJsonObject, type ErrorGroup } from '@signalbox/contracts'

type Frame = ErrorGroup['frames'][number]

/**
 * Frames of the exception that was raised last, innermost first: the first cause of a chain isn't where it broke.
 * @param payload Normalized event as JSON, or empty.
 */
export function readFrames(payload: string): Frame[] {
  const event = parseJsonObject(payload) ?? {}
  const exceptions = listOf(event['exception']).filter((one) => framesOf(one).length > 0)
  const frames = framesOf(exceptions.at(-1) ?? event)
  return frames.slice(-limits.query.exampleFramesMax).toReversed().map(toFrame)
}

function framesOf(owner: unknown): unknown[] {
  return listOf(fieldOf(fieldOf(owner, 'stacktrace'), 'frames'))
}

function toFrame(frame: unknown): Frame {
  const line = fieldOf(frame, 'lineno')
  const inApp = fieldOf(frame, 'in_app')
  return {
    function: textOf(fieldOf(frame, 'function')),
    file: textOf(fieldOf(frame, 'filename')) || textOf(fieldOf(frame, 'abs_path')) || textOf(fieldOf(frame, 'module')),
    line: Number.isInteger(line) ? Number(line) : null,
    in_app: typeof inApp === 'boolean' ? inApp : null,
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
