import type { NormalStacktrace } from '../normal-event.js'
import { isJsonObject } from '../read-json.js'
import type { Place } from './changes.js'

const defaultBytesMax = 32 * 1024 * 1024
const jsonLengthMax = 65_536

/** Approximate bytes of a stack per character of its JSON: frame objects and what later steps cache for it. */
const bytesPerCharacter = 6
/** Approximate least bytes of a stack that is kept, however short its frames are: later steps also cache texts of the events. */
const bytesLeast = 4_096

/** Frames identified by the JSON they were sent as. */
export class KnownFrames {
  readonly json: string
  readonly platform: string
  /** Undefined for frames seen only once: most of them never recur, so nothing more is stored yet. */
  readonly stack: NormalStacktrace | undefined

  constructor(json: string, platform: string, stack: NormalStacktrace | undefined) {
    this.json = json
    this.platform = platform
    this.stack = stack
  }

  get bytes(): number {
    return this.stack === undefined ? this.json.length : Math.max(bytesLeast, this.json.length * bytesPerCharacter)
  }
}

/**
 * Caches stacks by their full JSON. Applications send the same ones repeatedly, so from the third time on the same
 * object is returned for the same frames. Nobody may modify it; `keepWithStack` caches what later steps derive from it.
 * Bounded in bytes with LRU eviction.
 * | Stacks with frame variables, which differ between events, are not cached, nor are stacks in which something had to be changed, because each event records the change.
 */
export class StackMemory {
  readonly #bytesMax: number
  /** By `keyOf`; the last one with each key. */
  readonly #known = new Map<string, KnownFrames>()
  #bytes = 0

  /** @param bytesMax approximate; 0 disables the cache. */
  constructor(bytesMax = defaultBytesMax) {
    this.#bytesMax = bytesMax
  }

  /** Finds cached frames whose JSON begins at a position of a text. */
  find(text: string, start: number): KnownFrames | undefined {
    const key = keyOf(text, start)
    const known = this.#known.get(key)
    if (known?.stack === undefined || text.slice(start, start + known.json.length) !== known.json) return undefined
    this.#known.delete(key)
    this.#known.set(key, known)
    return known
  }

  /**
   * Returns the stack that `read` makes of the frames.
   * @param sent parsed JSON, or the result of `find`.
   * @param place where changes are recorded.
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

  /** Makes it the most recently used, which is the map's last. */
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

/** Shared by all events of this thread. */
export const rememberedStacks = new StackMemory()

const keyedMax = 512

/**
 * Key of a list of objects in JSON: the length up to the first `}]`, which nearly always ends the entire list, and the
 * characters before it, where the newest frames are. Stacks of one application start alike.
 */
function keyOf(text: string, start: number): string {
  const end = text.indexOf('}]', start)
  return `${end - start}:${text.slice(Math.max(start, end - keyedMax), end)}`
}

/** @returns undefined for frames that must not be cached. */
function jsonOf(frames: unknown): string | undefined {
  if (!Array.isArray(frames) || frames.some((frame) => isJsonObject(frame) && hasVariables(frame))) return undefined
  const json = JSON.stringify(frames)
  // Numbers that overflow are serialized as null, which would be read differently.
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
 * Memoizes a function of stacks for cached stacks; others are computed each time. Only for pure functions whose results
 * nobody modifies.
 * @param find its further arguments must always be the same for a given stack, like the platform of its event.
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

/**
 * Caches a stack derived from another if that one is cached.
 * @returns whether it is.
 */
export function rememberAs(stack: NormalStacktrace, made: NormalStacktrace): boolean {
  const isRemembered = remembered.has(stack)
  if (isRemembered) remembered.add(made)
  return isRemembered
}
