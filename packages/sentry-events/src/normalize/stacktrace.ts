import { limits } from '@signalbox/contracts'
import type { NormalStacktrace } from '../normal-event.js'
import { type Fields, readObjects } from './fields.js'
import { readFrame } from './frame.js'

const { framesMax, framesDetailedMax } = limits.event

/**
 * Reads a stack; of a long one the frames nearest to the crash are kept, and those in the middle lose variables and
 * source lines.
 * @param platform of the event, for frames that do not name theirs.
 * @returns undefined when there are no frames.
 */
export function readStacktrace(fields: Fields | undefined, platform: string): NormalStacktrace | undefined {
  if (fields === undefined) return undefined
  const sent = readObjects(fields.get('frames'), fields.at('frames'), { last: framesMax })
  const frames = sent.map((frame, index) => readFrame(frame, { platform, isDetailed: isDetailed(index, sent.length) }))
  return frames.length === 0 ? undefined : { frames }
}

function isDetailed(index: number, count: number): boolean {
  const half = framesDetailedMax / 2
  return index < half || index >= count - half
}
