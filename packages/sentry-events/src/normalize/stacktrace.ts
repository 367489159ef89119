import { limits } from '@signalbox/contracts'
import type { NormalStacktrace } from '../normal-event.js'
import { type Fields, readObjects } from './fields.js'
import { readFrame } from './frame.js'
import type { StackMemory } from './stack-memory.js'

const { framesMax, framesDetailedMax } = limits.event

/** What stacks of an event are read by. */
export interface StackSource {
  /** Of the event, for frames that do not name theirs. */
  platform: string
  memory: StackMemory
}

/**
 * Reads a stack; of a long one the frames nearest to the crash are kept, and those in the middle lose variables and
 * source lines. The same object may be given back for the same frames: it must not be changed.
 * @returns undefined when there are no frames.
 */
export function readStacktrace(
  fields: Fields | undefined,
  { platform, memory }: StackSource,
): NormalStacktrace | undefined {
  if (fields === undefined) return undefined
  const frames = fields.get('frames')
  return memory.recall({ frames, platform, place: fields.place }, () => readFrames(fields, platform))
}

function readFrames(fields: Fields, platform: string): NormalStacktrace | undefined {
  const sent = readObjects(fields.get('frames'), fields.at('frames'), { last: framesMax })
  const frames = sent.map((frame, index) => readFrame(frame, { platform, isDetailed: isDetailed(index, sent.length) }))
  return frames.length === 0 ? undefined : { frames }
}

function isDetailed(index: number, count: number): boolean {
  const half = framesDetailedMax / 2
  return index < half || index >= count - half
}
