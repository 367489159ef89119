import { isJsonObject } from '@signalbox/contracts'
import type { SuspectFrame } from './rank-commits.js'

type Fields = Readonly<Record<string, unknown>>

/** In-app frames of the main exception, the innermost first; all frames if none is in-app. */
export function readSuspectFrames(event: Fields): SuspectFrame[] {
  const exceptions = event['exception']
  const main: unknown = Array.isArray(exceptions) ? exceptions.at(-1) : event
  const stack = isJsonObject(main) ? main['stacktrace'] : undefined
  const frames: unknown = isJsonObject(stack) ? stack['frames'] : undefined
  const all = (Array.isArray(frames) ? frames.filter(isJsonObject) : []).toReversed()
  const known = all.map((frame, depth) => ({ isOwn: frame['in_app'] === true, ...toFrame(frame, depth) }))
  const own = known.filter(({ isOwn }) => isOwn)
  return (own.length > 0 ? own : known).filter(({ path }) => path !== '').map(({ isOwn: _, ...frame }) => frame)
}

function toFrame(frame: Fields, depth: number): SuspectFrame {
  const text = (name: string) => (typeof frame[name] === 'string' ? frame[name] : '')
  const line = typeof frame['lineno'] === 'number' ? frame['lineno'] : undefined
  return { depth, function: text('function'), path: text('abs_path') || text('filename'), line }
}
