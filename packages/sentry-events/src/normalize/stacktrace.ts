import { limits } from '@signalbox/contracts'
import { isJsonObject } from '../read-json.js'
import type { NormalStacktrace } from '../normal-event.js'
import { readFrame } from './frame.js'
import { readValues } from './read-field.js'

const { framesMax, framesDetailedMax } = limits.event

/**
 * Reads a stack; of a long one the frames nearest to the crash are kept, and those in the middle lose variables and
 * source lines.
 * @param platform of the event, for frames that do not name theirs.
 * @returns undefined when there are no frames.
 */
export function readStacktrace(value: unknown, platform: string): NormalStacktrace | undefined {
  if (!isJsonObject(value)) {
    return undefined
  }
  const sent = readValues(value['frames']).filter(isJsonObject).slice(-framesMax)
  const frames = sent.map((frame, index) => readFrame(frame, { platform, isDetailed: isDetailed(index, sent.length) }))
  return frames.length === 0 ? undefined : { frames }
}

function isDetailed(index: number, count: number): boolean {
  const half = framesDetailedMax / 2
  return index < half || index >= count - half
}
