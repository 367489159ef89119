import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

interface Waiting {
  bytes: number
  begin: () => void
}

/**
 * Schedules requests fairly across organizations: each may start a limited number of bytes of work per event-loop tick,
 * and the rest waits behind other organizations. Without it, a burst of hundreds would be served before anyone else's
 * next request.
 */
export class FairScheduler {
  /** Bytes each organization has started in this tick. */
  readonly #begun = new Map<string, number>()
  readonly #lines = new Map<string, Waiting[]>()

  /** Resolves when the request may start. */
  async waitForTurn(organizationId: string, { headers }: Pick<IncomingMessage, 'headers'>): Promise<void> {
    const counted = Math.max(Number(headers['content-length'] ?? 0), limits.body.turn.requestBytesMin)
    const line = this.#lines.get(organizationId)
    if (line === undefined && this.#hasLeft(organizationId)) {
      this.#count(organizationId, counted)
      return
    }
    await new Promise<void>((begin) => {
      const waiting = { bytes: counted, begin }
      if (line === undefined) this.#lines.set(organizationId, [waiting])
      else line.push(waiting)
    })
  }

  #hasLeft(organizationId: string): boolean {
    return (this.#begun.get(organizationId) ?? 0) < limits.body.turn.bytesMax
  }

  #count(organizationId: string, bytes: number): void {
    if (this.#begun.size === 0) {
      setImmediate(() => {
        this.#beginTurn()
      })
    }
    this.#begun.set(organizationId, (this.#begun.get(organizationId) ?? 0) + bytes)
  }

  #beginTurn(): void {
    this.#begun.clear()
    for (const [organizationId, line] of this.#lines) this.#serve(organizationId, line)
  }

  #serve(organizationId: string, line: Waiting[]): void {
    let waiting = line.shift()
    while (waiting !== undefined) {
      this.#count(organizationId, waiting.bytes)
      waiting.begin()
      waiting = this.#hasLeft(organizationId) ? line.shift() : undefined
    }
    if (line.length === 0) this.#lines.delete(organizationId)
  }
}
