import { limits, ServiceError } from '@signalbox/contracts'
import type { ApiCaller } from '../directory.js'

/** How many event streams may be open at the same time. */
export interface StreamLimits {
  watchersMax: number
  watchersPerOrganizationMax: number
  watchersPerCallerMax: number
}

const retryAfterSeconds = 10

/**
 * Bounds open event streams: in all, of each organization, and of each member or API key, so that nobody uses up the
 * share of the others.
 */
export class StreamPlaces {
  readonly #limits: StreamLimits
  readonly #taken = new Map<string, number>()
  #total = 0

  constructor(streamLimits: StreamLimits = limits.eventStream) {
    this.#limits = streamLimits
  }

  /**
   * @returns a function that releases the place; call it exactly once.
   * @throws ServiceError `rate-limited` if the caller or their organization has too many streams open, `overloaded` if
   * there are too many in all.
   */
  take({ organizationId, keyId }: Pick<ApiCaller, 'organizationId' | 'keyId'>): () => void {
    const caller = `caller ${keyId}`
    const organization = `organization ${organizationId}`
    this.#check(caller, this.#limits.watchersPerCallerMax, 'You have')
    this.#check(organization, this.#limits.watchersPerOrganizationMax, 'Your organization has')
    if (this.#total >= this.#limits.watchersMax) {
      throw new ServiceError('overloaded', { detail: 'Too many event streams are open', retryAfterSeconds })
    }
    this.#change(caller, 1)
    this.#change(organization, 1)
    this.#total += 1
    return () => {
      this.#change(caller, -1)
      this.#change(organization, -1)
      this.#total -= 1
    }
  }

  #check(holder: string, max: number, who: string): void {
    if ((this.#taken.get(holder) ?? 0) < max) return
    const detail = `${who} too many event streams open: at most ${max}. Close one first`
    throw new ServiceError('rate-limited', { detail, retryAfterSeconds })
  }

  #change(holder: string, by: 1 | -1): void {
    const left = (this.#taken.get(holder) ?? 0) + by
    if (left === 0) this.#taken.delete(holder)
    else this.#taken.set(holder, left)
  }
}
