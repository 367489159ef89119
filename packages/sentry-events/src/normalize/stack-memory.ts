import type { NormalStacktrace } from '../normal-event.js'
import { isJsonObject } from '../read-json.js'
import type { Place } from './changes.js'

const defaultBytesMax = 32 * 1024 * 1024
const keyLengthMax = 65_536

/** A stack beside its text: objects of frames, and what later steps keep of it. Bytes a character, about. */
const bytesPerCharacter = 6

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
  /** Undefined for those that were seen once: most of what never comes again is let go before it costs more. */
  readonly #stacks = new Map<string, NormalStacktrace | undefined>()
  #bytes = 0

  /** @param bytesMax about; 0 remembers nothing. */
  constructor(bytesMax = defaultBytesMax) {
    this.#bytesMax = bytesMax
  }

  /**
   * The stack that `read` makes of the frames, which are JSON as it was parsed.
   * @param place where changes are noted.
   */
  recall(
    { frames, platform, place }: { frames: unknown; platform: string; place: Place },
    read: () => NormalStacktrace | undefined,
  ): NormalStacktrace | undefined {
    const key = this.#bytesMax === 0 ? undefined : keyOf(frames, platform)
    if (key === undefined) return read()
    const known = this.#stacks.get(key)
    const wasSeen = this.#forget(key)
    const notedBefore = place.noted
    const stack = known ?? read()
    const isKept = wasSeen && stack !== undefined && place.noted === notedBefore
    this.#keep(key, isKept ? stack : undefined)
    if (isKept) remembered.add(stack)
    return stack
  }

  /** As the one used last, which is the last of the map. */
  #keep(key: string, stack: NormalStacktrace | undefined): void {
    this.#stacks.set(key, stack)
    this.#bytes += bytesOf(key, stack)
    for (const oldest of this.#stacks.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.#forget(oldest)
    }
  }

  /** @returns false when it is not known. */
  #forget(key: string): boolean {
    const stack = this.#stacks.get(key)
    const isKnown = this.#stacks.delete(key)
    if (isKnown) this.#bytes -= bytesOf(key, stack)
    return isKnown
  }
}

function bytesOf(key: string, stack: NormalStacktrace | undefined): number {
  return stack === undefined ? key.length : key.length * bytesPerCharacter
}

/** @returns undefined for frames that are not to be remembered. */
function keyOf(frames: unknown, platform: string): string | undefined {
  if (!Array.isArray(frames) || frames.some((frame) => isJsonObject(frame) && hasVariables(frame))) return undefined
  const json = JSON.stringify(frames)
  // Numbers too large for a number are written as null, which is read otherwise.
  const isExact = !json.includes('null') || !hasLostNumber(frames)
  return isExact && json.length <= keyLengthMax ? `${platform}\n${json}` : undefined
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

/** A stack that was made of another one is remembered when that is. */
export function rememberAs(stack: NormalStacktrace, made: NormalStacktrace): void {
  if (remembered.has(stack)) remembered.add(made)
}
