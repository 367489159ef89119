import { limits } from '@signalbox/contracts'

/**
 * Lets requests begin a few at a time, before anything of them is looked at: hundreds that are there at once would otherwise all be
 * looked at, in one piece, before whatever comes next. Of those that wait, senders take turns, by what they show of themselves.
 */
export class Arrivals {
  #begun = 0
  /** Of each sender with requests that wait, in the order of their turns. */
  readonly #lines = new Map<string, (() => void)[]>()

  /** Calls `begin`, at once or in a later turn of the event loop. It must not throw. */
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
      // Its next request comes after those of everybody else.
      if (line.length > 0) this.#lines.set(sender, line)
      if (begin !== undefined) this.#begin(begin)
    }
  }
}
