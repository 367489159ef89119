import { limits } from '@signalbox/contracts'

/**
 * Starts requests a few at a time, before anything of them is inspected. Without it, hundreds of requests that arrive
 * at once would be inspected in one go and block the event loop. Waiting requests are scheduled round-robin by their
 * claimed sender.
 */
export class Arrivals {
  #begun = 0
  /** Waiting requests by sender, in scheduling order. */
  readonly #lines = new Map<string, (() => void)[]>()

  /** Calls `begin`, immediately or in a later tick of the event loop. `begin` must not throw. */
  take(sender: string, begin: () => void): void {
    if (this.#lines.size === 0 && this.#hasLeft()) {
      this.#begin(begin)
      return
    }
    const line = this.#lines.get(sender)
    if (line === undefined) this.#lines.set(sender, [begin])
    else line.push(begin)
  }

  #hasLeft(): boolean {
    return this.#begun < limits.body.turn.requestsMax
  }

  #begin(begin: () => void): void {
    if (this.#begun === 0) {
      setImmediate(() => {
        this.#beginTurn()
      })
    }
    this.#begun += 1
    begin()
  }

  #beginTurn(): void {
    this.#begun = 0
    for (const [sender, line] of this.#lines) {
      if (!this.#hasLeft()) return
      const begin = line.shift()
      this.#lines.delete(sender)
      // Moves the sender to the back of the queue.
      if (line.length > 0) this.#lines.set(sender, line)
      if (begin !== undefined) this.#begin(begin)
    }
  }
}
