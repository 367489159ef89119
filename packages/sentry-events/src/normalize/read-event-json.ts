import { randomUUID } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import { isJsonArray, isJsonObject, isNestedDeeper, readJsonText, type JsonReading } from '../read-json.js'
import { rememberedStacks, type KnownFrames, type StackMemory } from './stack-memory.js'

const decoder = new TextDecoder()
const { jsonDepthMax } = limits.body
/** Placeholder for cached frames. Random, so nobody outside can send it. */
const mark = randomUUID()
const framesKey = '"frames":'
/** Maximum stacks per event looked up in the cache: each lookup may scan the entire text. */
const stacksMax = 128

/**
 * Parses an event's JSON like `readJson`, except for cached frames, which make up most of the text. They are not
 * parsed; the result contains the `KnownFrames` that `StackMemory.recall` accepts in their place.
 */
export function readEventJson(bytes: Uint8Array, memory: StackMemory = rememberedStacks): JsonReading {
  const text = decoder.decode(bytes)
  const { rest, known } = cutKnown(text, memory)
  return (known.length === 0 ? undefined : readRest(rest, known)) ?? readJsonText(text)
}

function cutKnown(text: string, memory: StackMemory): { rest: string; known: KnownFrames[] } {
  const known: KnownFrames[] = []
  let rest = ''
  let end = 0
  let at = text.indexOf(framesKey)
  for (let looked = 0; at !== -1 && looked < stacksMax; looked += 1) {
    const start = at + framesKey.length
    const found = memory.find(text, start)
    if (found !== undefined) {
      rest += `${text.slice(end, start)}"${mark}${known.length}"`
      known.push(found)
      end = start + found.json.length
    }
    at = text.indexOf(framesKey, Math.max(start, end))
  }
  return { rest: rest + text.slice(end), known }
}

/** @returns undefined if the text must be parsed in full: invalid JSON, nested too deep, or frames outside a stack. */
function readRest(rest: string, known: readonly KnownFrames[]): JsonReading | undefined {
  try {
    const value: unknown = JSON.parse(rest)
    return !isNestedDeeper(value, jsonDepthMax) && putBack(value, known) ? { ok: true, value } : undefined
  } catch {
    return undefined // The full parse reports the fault.
  }
}

/** @returns true if all are in stacks of the event. */
function putBack(event: unknown, known: readonly KnownFrames[]): boolean {
  const holders = isJsonObject(event) ? [event, ...listIn(event['exception']), ...listIn(event['threads'])] : []
  let left = known.length
  for (const stack of holders.flatMap((holder) => [holder['stacktrace'], holder['raw_stacktrace']])) {
    if (!isJsonObject(stack)) continue
    const { frames } = stack
    if (typeof frames !== 'string' || !frames.startsWith(mark)) continue
    stack['frames'] = known[Number(frames.slice(mark.length))]
    left -= 1
  }
  return left === 0
}

function listIn(value: unknown) {
  const list = isJsonObject(value) ? value['values'] : value
  return isJsonArray(list) ? list.filter(isJsonObject) : []
}
