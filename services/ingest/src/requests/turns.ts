import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

interface Waiting {
  bytes: number
  begin: () => void
}

/**
 * Lets organizations take turns: of the requests of one organization only so many begin in one turn of the event loop, and the
 * others after what has come from elsewhere meanwhile. A burst of hundreds would otherwise be served as a whole before the next request.
 */
export class Turns {
  /** Bytes that the requests of each organization have begun with in this turn. */
  readonly #begun = new Map<string, number>()
  readonly #lines = new Map<string, Waiting[]>()

  /** Settles when a request may begin. */
  async take(organizationId: string, { headers }: Pick<IncomingMessage, 'headers'>): Promise<void> {
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
