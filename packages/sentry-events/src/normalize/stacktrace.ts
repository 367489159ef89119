import { limits } from '@signalbox/contracts'
import type { NormalStacktrace } from '../normal-event.js'
import type { Place } from './changes.js'
import { type Fields, readObjects } from './fields.js'
import { readFrame } from './frame.js'
import type { StackMemory } from './stack-memory.js'

const { framesMax, framesDetailedMax } = limits.event

/** How the stacks of an event are read. */
export interface StackSource {
  /** Platform of the event, for frames that do not name theirs. */
  platform: string
  memory: StackMemory
}

/**
 * Reads a stack. Of a long one, the frames nearest to the crash stay, and those in the middle lose variables and source
 * lines. The same object may be returned for the same frames: do not modify it.
 * @returns undefined if there are no frames.
 */
export function readStacktrace(
  fields: Fields | undefined,
  { platform, memory }: StackSource,
): NormalStacktrace | undefined {
  if (fields === undefined) return undefined
  const { place } = fields
  return memory.recall({ sent: fields.get('frames'), platform, place }, (frames) =>
    readFrames(frames, platform, place.at('frames')),
  )
}

function readFrames(frames: unknown, platform: string, place: Place): NormalStacktrace | undefined {
  const sent = readObjects(frames, place, { last: framesMax })
  const read = sent.map((frame, index) => readFrame(frame, { platform, isDetailed: isDetailed(index, sent.length) }))
  return read.length === 0 ? undefined : { frames: read }
}

function isDetailed(index: number, count: number): boolean {
  const half = framesDetailedMax / 2
  return index < half || index >= count - half
}
