import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'
import { OverloadedError } from '@signalbox/service-kit'
import { Allowances } from './allowances.js'

const { turn, allowance } = limits.body

type Request = Pick<IncomingMessage, 'headers' | 'destroyed'>

interface Waiting {
  req: Request
  bytes: number
  begin: () => void
}

/**
 * Schedules requests fairly across organizations: each may start a limited number of bytes of work per event-loop tick,
 * and no more than its allowance while this process runs late. The rest waits behind other organizations. Bodies are not
 * read in the meantime, so they wait in the kernel and at the sender. Without it, a burst of hundreds would be served
 * before anyone else's next request.
 */
export class FairScheduler {
  readonly #allowances: Allowances
  readonly #now: () => number
  /** Bytes each organization has started in this tick. */
  readonly #begun = new Map<string, number>()
  readonly #lines = new Map<string, Waiting[]>()
  #isWatching = false

  /** @param now A monotonic clock, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#allowances = new Allowances(now)
  }

  /**
   * Resolves when the request may start.
   * @throws OverloadedError if the organization is slowed and too many of its requests wait: what has been read of them
   * occupies memory.
   */
  async waitForTurn(organizationId: string, req: Request): Promise<void> {
    const bytes = Number(req.headers['content-length'] ?? 0)
    this.#allowances.noteSender(organizationId)
    const line = this.#lines.get(organizationId)
    if (line !== undefined && line.length >= allowance.waitingMax && this.#allowances.isSlowed(organizationId)) {
      throw new OverloadedError()
    }
    if (line === undefined && this.#hasLeft(organizationId)) {
      this.#count(organizationId, bytes)
      return
    }
    await new Promise<void>((begin) => {
      const waiting = { req, bytes, begin }
      if (line === undefined) this.#lines.set(organizationId, [waiting])
      else line.push(waiting)
    })
  }

  #hasLeft(organizationId: string): boolean {
    return (this.#begun.get(organizationId) ?? 0) < turn.bytesMax && this.#allowances.mayStart(organizationId)
  }

  #count(organizationId: string, bytes: number): void {
    if (this.#begun.size === 0) {
      setImmediate(() => {
        this.#begun.clear()
        this.#serveAll()
      })
    }
    const begun = this.#begun.get(organizationId) ?? 0
    this.#begun.set(organizationId, begun + Math.max(bytes, turn.requestBytesMin))
    if (this.#allowances.count(organizationId, Math.max(bytes, allowance.requestBytesMin)) && !this.#isWatching)
      this.#watch()
  }

  /** Adapts the allowances to how late timers are, and serves whoever waits for them, for as long as that is necessary. */
  #watch(): void {
    this.#isWatching = true
    let adjustedAt = this.#now()
    const late: number[] = []
    const measure = () => {
      const dueAt = this.#now() + allowance.measureMs
      setTimeout(() => {
        const now = this.#now()
        late.push(Math.max(0, now - dueAt))
        if (now - adjustedAt >= allowance.adjustMs) {
          const average = late.reduce((sum, ms) => sum + ms, 0) / late.length
          this.#isWatching = this.#allowances.adjust(average, now - adjustedAt)
          adjustedAt = now
          late.length = 0
        }
        this.#serveAll()
        if (this.#isWatching) measure()
      }, allowance.measureMs).unref()
    }
    measure()
  }

  #serveAll(): void {
    for (const [organizationId, line] of this.#lines) this.#serve(organizationId, line)
  }

  #serve(organizationId: string, line: Waiting[]): void {
    while (this.#hasLeft(organizationId)) {
      const waiting = line.shift()
      if (waiting === undefined) break
      if (!waiting.req.destroyed) this.#count(organizationId, waiting.bytes)
      waiting.begin()
    }
    if (line.length === 0) this.#lines.delete(organizationId)
  }
}
