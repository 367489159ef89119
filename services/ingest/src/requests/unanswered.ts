import { limits } from '@signalbox/contracts'

const { max, sharedMs } = limits.body.unanswered

/**
 * Limits how many requests of one organization are made durable at a time while others send. Requests that become
 * durable together are answered together in one go, and everyone else would wait for the last of them.
 */
export class UnansweredRequests {
  readonly #now: () => number
  readonly #counts = new Map<string, number>()
  readonly #lines = new Map<string, (() => void)[]>()
  /** The two most recent senders, and when they sent. */
  #latest = { organizationId: '', at: -Infinity }
  #other = this.#latest

  /** @param now A monotonic clock, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Resolves when one more request may be made durable. */
  async take(organizationId: string): Promise<void> {
    if (this.#latest.organizationId !== organizationId) this.#other = this.#latest
    this.#latest = { organizationId, at: this.#now() }
    const line = this.#lines.get(organizationId)
    if (line === undefined && this.#hasRoom(organizationId)) {
      this.#add(organizationId, 1)
      return
    }
    await new Promise<void>((begin) => {
      if (line === undefined) this.#lines.set(organizationId, [begin])
      else line.push(begin)
    })
  }

  giveBack(organizationId: string): void {
    this.#add(organizationId, -1)
    const line = this.#lines.get(organizationId) ?? []
    for (let begin; this.#hasRoom(organizationId) && (begin = line.shift()) !== undefined;) {
      this.#add(organizationId, 1)
      begin()
    }
    if (line.length === 0) this.#lines.delete(organizationId)
  }

  #hasRoom(organizationId: string): boolean {
    if ((this.#counts.get(organizationId) ?? 0) < max) return true
    const other = this.#latest.organizationId === organizationId ? this.#other : this.#latest
    return this.#now() - other.at >= sharedMs
  }

  #add(organizationId: string, change: 1 | -1): void {
    const count = (this.#counts.get(organizationId) ?? 0) + change
    if (count === 0) this.#counts.delete(organizationId)
    else this.#counts.set(organizationId, count)
  }
}

/** One request's slot, released when it has been answered. */
export class UnansweredRequest {
  readonly #all: UnansweredRequests
  #organizationId: string | undefined

  constructor(all: UnansweredRequests) {
    this.#all = all
  }

  /** Call once, when only the log is left to wait for. Resolves when the request may be made durable. */
  async begin(organizationId: string): Promise<void> {
    await this.#all.take(organizationId)
    this.#organizationId = organizationId
  }

  end(): void {
    if (this.#organizationId !== undefined) this.#all.giveBack(this.#organizationId)
    this.#organizationId = undefined
  }
}
