import type { Clock } from '../clock.js'

/** How long cached results are used, in milliseconds. */
export interface LookupCachePolicy {
  /** Used without a lookup. */
  freshMs: number
  /**
   * Used while refreshing in the background; older results wait for the refresh. Changes therefore take effect within
   * this time.
   */
  usableMs: number
  /** Used while lookups fail. */
  staleMs: number
  /** How long absence is cached. */
  absentMs: number
  /** Pause after a failed lookup; in the meantime, lookups use stale results or fail immediately. */
  pauseMs: number
  /** Maximum number of cached results, and of cached absences. Beyond it, the ones loaded longest ago are evicted. */
  entriesMax: number
}

export interface LookupCacheOptions {
  policy: LookupCachePolicy
  /** Monotonic milliseconds: if a wall clock were set back, revoked keys would stay cached. */
  clock: Clock
}

type Load<T> = () => Promise<T | undefined>

interface Known<T> {
  value: T
  /** When the lookup started, not when it completed: the result may not include changes made in between. */
  askedAt: number
}

/** Caches lookups in another service and keeps serving them while that service is unreachable. */
export class LookupCache<T> {
  readonly #options: LookupCacheOptions
  readonly #known = new Map<string, Known<T>>()
  /** Cached absences with their expiry. */
  readonly #absent = new Map<string, number>()
  readonly #inFlight = new Map<string, Promise<T | undefined>>()
  #pause: { until: number; reason: unknown } | undefined

  constructor(options: LookupCacheOptions) {
    this.#options = options
  }

  /**
   * Returns the cached result for a name, or that of `load`. Concurrent lookups of the same name share one call.
   * @param load Returns undefined if there is no such thing.
   * @throws errors of `load`, if there is no usable cached result.
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
      // A cached absence means that `load` returned undefined.
      return (isAbsent ? undefined : await this.#ask(name, load)) as Found | T
    } catch (error) {
      if (entry && clock() - entry.askedAt < policy.staleMs) return entry.value
      throw error
    }
  }

  async #ask(name: string, load: Load<T>): Promise<T | undefined> {
    const pending = this.#inFlight.get(name)
    if (pending) return pending
    if (this.#pause && this.#options.clock() < this.#pause.until) throw this.#pause.reason
    const question = this.#load(name, load)
    this.#inFlight.set(name, question)
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
      this.#inFlight.delete(name)
    }
  }

  #keep(name: string, value: T | undefined, askedAt: number): void {
    const { absentMs, entriesMax } = this.#options.policy
    this.#known.delete(name)
    this.#absent.delete(name)
    if (value !== undefined) setBounded(this.#known, { name, value: { value, askedAt } }, entriesMax)
    else setBounded(this.#absent, { name, value: askedAt + absentMs }, entriesMax)
  }
}

/** Entries are ordered by the time they were loaded. */
function setBounded<V>(entries: Map<string, V>, entry: { name: string; value: V }, entriesMax: number): void {
  entries.set(entry.name, entry.value)
  for (const oldest of entries.keys()) {
    if (entries.size <= entriesMax) return
    entries.delete(oldest)
  }
}
