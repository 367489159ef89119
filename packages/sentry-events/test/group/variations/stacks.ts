import { groupEvent, normalizeEvent } from '../../../src/index.js'
import { isJsonObject } from '../../../src/read-json.js'
import { eventInput } from '../event-input.js'
import type { Exception, Frame, Payload } from '../pairs/pair.js'

/** A frame of a recorded event, and whether grouping takes it for the application's. */
export interface RecordedFrame {
  frame: Frame
  isOwn: boolean
}

/** Another event of the same fault; undefined if the variation doesn't apply to the event. */
export type Vary = (payload: Payload) => Payload | undefined

interface Holder {
  stacktrace: { frames: Frame[] }
}

/** Varies the frames of every stack of an event. Undefined if nothing changes. */
export function varyStacks(
  vary: (frames: readonly RecordedFrame[], platform: string) => readonly Frame[] | undefined,
): Vary {
  return (payload) => {
    const known = knownStacks(payload)
    const platform = String(payload['platform'])
    const changed = holdersOf(payload).map(({ stacktrace: { frames } }, index) => {
      const own = known[index] ?? []
      const next =
        own.length === frames.length
          ? vary(
              frames.map((frame, at) => ({ frame, isOwn: own[at] === true })),
              platform,
            )
          : undefined
      return next === undefined || JSON.stringify(next) === JSON.stringify(frames) ? undefined : next
    })
    if (changed.every((next) => next === undefined)) return undefined
    const varied = structuredClone(payload)
    for (const [index, holder] of holdersOf(varied).entries())
      holder.stacktrace.frames = [...(changed[index] ?? holder.stacktrace.frames)]
    return varied
  }
}

/** Varies every frame of the application. */
export function varyOwnFrames(vary: (frame: Frame, platform: string) => Frame | undefined): Vary {
  return varyStacks((frames, platform) =>
    frames.map(({ frame, isOwn }) => (isOwn ? (vary(frame, platform) ?? frame) : frame)),
  )
}

/** Varies the exceptions of an event, oldest first. Undefined if nothing changes. */
export function varyExceptions(vary: (exceptions: readonly SentException[]) => SentException[] | undefined): Vary {
  return (payload) => {
    const chain = payload['exception']
    if (!isJsonObject(chain) || !isExceptions(chain['values'])) return undefined
    const next = vary(chain['values'])
    return next === undefined ? undefined : { ...payload, exception: { ...chain, values: next } }
  }
}

/** An exception as SDKs send it. */
type SentException = Omit<Exception, 'frames'> & { stacktrace?: { frames: Frame[] } }

function isExceptions(values: unknown): values is SentException[] {
  return Array.isArray(values) && values.every(isJsonObject)
}

const knownOf = new WeakMap<Payload, (readonly boolean[])[]>()

/** Which frames of each stack grouping takes for the application's. */
function knownStacks(payload: Payload): (readonly boolean[])[] {
  const known = knownOf.get(payload) ?? readStacks(payload)
  knownOf.set(payload, known)
  return known
}

function readStacks(payload: Payload): (readonly boolean[])[] {
  const { event } = groupEvent(normalizeEvent(payload, eventInput(payload)))
  const stacks = [...event.exceptions, ...event.threads, event].map(({ stacktrace }) => stacktrace)
  return stacks.flatMap((stack) => (stack === undefined ? [] : [stack.frames.map(({ inApp }) => inApp)]))
}

function holdersOf(payload: Payload): Holder[] {
  const lists = [payload['exception'], payload['threads']].flatMap((one): unknown[] => {
    const values = isJsonObject(one) ? one['values'] : one
    return Array.isArray(values) ? values : []
  })
  return [...lists, payload].filter(isHolder)
}

function isHolder(value: unknown): value is Holder {
  if (!isJsonObject(value) || !isJsonObject(value['stacktrace'])) return false
  const { frames } = value['stacktrace']
  return Array.isArray(frames) && frames.length > 0 && frames.every(isJsonObject)
}
