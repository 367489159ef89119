import type { Clock } from '../clock.js'

/** How long answers are used. Milliseconds. */
export interface LookupCachePolicy {
  /** Used without a question. */
  freshMs: number
  /** Used while it is asked again; older answers wait for the new one. What was changed holds after it at the latest. */
  usableMs: number
  /** Used while nobody can be asked. */
  staleMs: number
  /** That there is no such thing is believed without a question. */
  absentMs: number
  /** After a failure it is not asked again, as long as there is an old answer or nothing to lose. */
  pauseMs: number
  /** Answers kept, and names kept of what there is not. Beyond: those that were asked for longest ago are forgotten. */
  entriesMax: number
}

export interface LookupCacheOptions {
  policy: LookupCachePolicy
  /** Milliseconds that only go forward: a wall clock that is set back would keep what was revoked. */
  clock: Clock
}

type Load<T> = () => Promise<T | undefined>

interface Known<T> {
  value: T
  /** When it was asked for, not when the answer came: what was changed in between is as old as that. */
  askedAt: number
}

/** Remembers what another service answered, and goes on with it while that service is away. */
export class LookupCache<T> {
  readonly #options: LookupCacheOptions
  readonly #known = new Map<string, Known<T>>()
  /** Until when it is believed that there is no such thing. */
  readonly #absent = new Map<string, number>()
  readonly #asking = new Map<string, Promise<T | undefined>>()
  #pause: { until: number; reason: unknown } | undefined

  constructor(options: LookupCacheOptions) {
    this.#options = options
  }

  /**
   * The answer to a name, by memory or by `load`. Those who ask for the same at the same time share one question.
   * @param load Answers undefined when there is no such thing.
   * @throws what `load` throws, when nothing is known that may still be used.
   */
  async find<Found extends T | undefined>(name: string, load: () => Promise<Found>): Promise<Found | T> {
    const { policy, clock } = this.#options
    const entry = this.#known.get(name)
    const age = entry ? clock() - entry.askedAt : Infinity
    if (entry && age < policy.freshMs) return entry.value
    if (entry && age < policy.usableMs) {
      this.#ask(name, load).catch(() => undefined)
      return entry.value
    }
    try {
      const isAbsent = (this.#absent.get(name) ?? -Infinity) > clock()
      // Undefined is what `load` has answered.
      return (isAbsent ? undefined : await this.#ask(name, load)) as Found | T
    } catch (error) {
      if (entry && clock() - entry.askedAt < policy.staleMs) return entry.value
      throw error
    }
  }

  async #ask(name: string, load: Load<T>): Promise<T | undefined> {
    const underWay = this.#asking.get(name)
    if (underWay) return underWay
    if (this.#pause && this.#options.clock() < this.#pause.until) throw this.#pause.reason
    const question = this.#load(name, load)
    this.#asking.set(name, question)
    return question
  }

  async #load(name: string, load: Load<T>): Promise<T | undefined> {
    const { policy, clock } = this.#options
    const askedAt = clock()
    try {
      const value = await load()
      this.#keep(name, value, askedAt)
      return value
    } catch (reason) {
      this.#pause = { until: clock() + policy.pauseMs, reason }
      throw reason
    } finally {
      this.#asking.delete(name)
    }
  }

  #keep(name: string, value: T | undefined, askedAt: number): void {
    const { absentMs, entriesMax } = this.#options.policy
    this.#known.delete(name)
    this.#absent.delete(name)
    if (value !== undefined) keepNewest(this.#known, { name, value: { value, askedAt } }, entriesMax)
    else keepNewest(this.#absent, { name, value: askedAt + absentMs }, entriesMax)
  }
}

/** Entries are in the order in which they were asked for. */
function keepNewest<V>(entries: Map<string, V>, entry: { name: string; value: V }, entriesMax: number): void {
  entries.set(entry.name, entry.value)
  for (const oldest of entries.keys()) {
    if (entries.size <= entriesMax) return
    entries.delete(oldest)
  }
}
