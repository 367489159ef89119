import { limits } from '@signalbox/contracts'
import { RecentSenders } from '@signalbox/service-kit'

const { max, bytesMax, sharedMs } = limits.body.unanswered

/** Requests of one organization. */
interface Held {
  requests: number
  bytes: number
}

interface Waiting {
  bytes: number
  begin: () => void
}

/**
 * Limits how much of one organization is made durable at a time while others send: requests, because those that become durable together
 * are answered together, and bytes, because everyone's next request waits until what is being written has been.
 */
export class DurableWriteLimiter {
  readonly #recent: RecentSenders
  readonly #held = new Map<string, Held>()
  readonly #lines = new Map<string, Waiting[]>()

  /** @param now A monotonic clock, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#recent = new RecentSenders(sharedMs, now)
  }

  /** Resolves when a request of so many bytes may be made durable. */
  async take(organizationId: string, bytes: number): Promise<void> {
    this.#recent.note(organizationId)
    const line = this.#lines.get(organizationId)
    if (line === undefined && this.#hasRoom(organizationId)) {
      this.#add(organizationId, 1, bytes)
      return
    }
    await new Promise<void>((begin) => {
      const waiting = { bytes, begin }
      if (line === undefined) this.#lines.set(organizationId, [waiting])
      else line.push(waiting)
    })
  }

  giveBack(organizationId: string, bytes: number): void {
    this.#add(organizationId, -1, -bytes)
    const line = this.#lines.get(organizationId) ?? []
    for (let next; this.#hasRoom(organizationId) && (next = line.shift()) !== undefined;) {
      this.#add(organizationId, 1, next.bytes)
      next.begin()
    }
    if (line.length === 0) this.#lines.delete(organizationId)
  }

  /** One that is larger than the limit goes alone. */
  #hasRoom(organizationId: string): boolean {
    const { requests, bytes } = this.#held.get(organizationId) ?? { requests: 0, bytes: 0 }
    return (requests < max && bytes < bytesMax) || !this.#recent.hasOthers(organizationId)
  }

  #add(organizationId: string, requests: 1 | -1, bytes: number): void {
    const before = this.#held.get(organizationId) ?? { requests: 0, bytes: 0 }
    const held = { requests: before.requests + requests, bytes: before.bytes + bytes }
    if (held.requests === 0) this.#held.delete(organizationId)
    else this.#held.set(organizationId, held)
  }
}

/** One request's slot, released when it has been answered. */
export class DurableWriteSlot {
  readonly #all: DurableWriteLimiter
  #taken: { organizationId: string; bytes: number } | undefined

  constructor(all: DurableWriteLimiter) {
    this.#all = all
  }

  /** Call once, when only the log is left to wait for. Resolves when the request, of so many bytes, may be made durable. */
  async begin(organizationId: string, bytes: number): Promise<void> {
    await this.#all.take(organizationId, bytes)
    this.#taken = { organizationId, bytes }
  }

  end(): void {
    if (this.#taken !== undefined) this.#all.giveBack(this.#taken.organizationId, this.#taken.bytes)
    this.#taken = undefined
  }
}
