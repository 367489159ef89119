import type { NormalStacktrace } from '../normal-event.js'
import { isJsonObject } from '../read-json.js'
import type { Place } from './changes.js'

const defaultBytesMax = 32 * 1024 * 1024
const jsonLengthMax = 65_536

/** A stack beside its text: objects of frames, and what later steps keep of it. Bytes a character, about. */
const bytesPerCharacter = 6

/** Frames by the JSON that they come as. */
export class KnownFrames {
  readonly json: string
  readonly platform: string
  /** Undefined for those that were seen once: most of what never comes again is let go before it costs more. */
  readonly stack: NormalStacktrace | undefined

  constructor(json: string, platform: string, stack: NormalStacktrace | undefined) {
    this.json = json
    this.platform = platform
    this.stack = stack
  }

  get bytes(): number {
    return this.stack === undefined ? this.json.length : this.json.length * bytesPerCharacter
  }
}

/**
 * Stacks that were read before, by all that they are read from. Applications send the same ones again and again, so from
 * the third time on the same object is given back for the same frames: nobody may change it, and `keepWithStack` keeps what
 * later steps find out about it. Bounded in bytes; the ones used least recently go first.
 *
 * Not remembered are stacks with variables of frames, which differ from event to event, and those of which something had
 * to be changed, because the change is noted in the event.
 */
export class StackMemory {
  readonly #bytesMax: number
  /** By `keyOf`. Of those with the same key, the last one. */
  readonly #known = new Map<string, KnownFrames>()
  #bytes = 0

  /** @param bytesMax about; 0 remembers nothing. */
  constructor(bytesMax = defaultBytesMax) {
    this.#bytesMax = bytesMax
  }

  /** Frames whose stack is remembered, when it is their JSON that begins at a place of a text. */
  find(text: string, start: number): KnownFrames | undefined {
    const key = keyOf(text, start)
    const known = this.#known.get(key)
    if (known?.stack === undefined || text.slice(start, start + known.json.length) !== known.json) return undefined
    this.#known.delete(key)
    this.#known.set(key, known)
    return known
  }

  /**
   * The stack that `read` makes of the frames.
   * @param sent JSON as it was parsed, or what `find` found.
   * @param place where changes are noted.
   */
  recall(
    { sent, platform, place }: { sent: unknown; platform: string; place: Place },
    read: (frames: unknown) => NormalStacktrace | undefined,
  ): NormalStacktrace | undefined {
    if (sent instanceof KnownFrames && sent.platform === platform && sent.stack !== undefined) return sent.stack
    const frames: unknown = sent instanceof KnownFrames ? JSON.parse(sent.json) : sent
    const json = this.#bytesMax === 0 ? undefined : jsonOf(frames)
    if (json === undefined) return read(frames)
    const key = keyOf(json, 0)
    const before = this.#known.get(key)
    const known = before?.json === json && before.platform === platform ? before : undefined
    const notedBefore = place.noted
    const stack = known?.stack ?? read(frames)
    const isKept = known !== undefined && stack !== undefined && place.noted === notedBefore
    this.#keep(key, new KnownFrames(json, platform, isKept ? stack : undefined))
    if (isKept) remembered.add(stack)
    return stack
  }

  /** As the one used last, which is the last of the map. */
  #keep(key: string, known: KnownFrames): void {
    this.#forget(key)
    this.#known.set(key, known)
    this.#bytes += known.bytes
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#known.get(key)?.bytes ?? 0
    this.#known.delete(key)
  }
}

/** Of all events of this thread. */
export const rememberedStacks = new StackMemory()

const keyedMax = 512

/**
 * Of the JSON of a list of objects: how far its first list of objects reaches, which is nearly always all of it, and the
 * end of that, where the newest frames are. Stacks of one application begin alike.
 */
function keyOf(text: string, start: number): string {
  const end = text.indexOf('}]', start)
  return `${end - start}:${text.slice(Math.max(start, end - keyedMax), end)}`
}

/** @returns undefined for frames that are not to be remembered. */
function jsonOf(frames: unknown): string | undefined {
  if (!Array.isArray(frames) || frames.some((frame) => isJsonObject(frame) && hasVariables(frame))) return undefined
  const json = JSON.stringify(frames)
  // Numbers too large for a number are written as null, which is read otherwise.
  const isExact = !json.includes('null') || !hasLostNumber(frames)
  return isExact && json.length <= jsonLengthMax ? json : undefined
}

function hasVariables({ vars }: Record<string, unknown>): boolean {
  return vars !== undefined && vars !== null
}

function hasLostNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLostNumber)
}

const remembered = new WeakSet<NormalStacktrace>()

/**
 * Makes a function of stacks that finds each answer once for a stack that is remembered, and anew for all others. Only for
 * pure functions whose answers nobody changes.
 * @param find what it is given beside the stack must be the same for a stack each time, as the platform of its event is.
 */
export function keepWithStack<T extends object, More extends unknown[]>(
  find: (stack: NormalStacktrace, ...more: More) => T,
): (stack: NormalStacktrace, ...more: More) => T {
  const kept = new WeakMap<NormalStacktrace, T>()
  return (stack, ...more) => {
    const known = kept.get(stack)
    if (known !== undefined) return known
    const found = find(stack, ...more)
    if (remembered.has(stack)) kept.set(stack, found)
    return found
  }
}

/** A stack that was made of another one is remembered when that is. @returns whether it is. */
export function rememberAs(stack: NormalStacktrace, made: NormalStacktrace): boolean {
  const isRemembered = remembered.has(stack)
  if (isRemembered) remembered.add(made)
  return isRemembered
}
