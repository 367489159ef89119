import type { ServerResponse } from 'node:http'
import { limits } from '@signalbox/contracts'
import { networkOf } from '@signalbox/service-kit'

const { perSecond, burst, delayMsMax } = limits.body.refusals
const intervalMs = 1_000 / perSecond
/** Its multiples, modulo 1, are spread evenly however many there are. */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/**
 * Delays the refusals of senders that get many. A sender that doesn't stop when it is told to, or whose requests can't be
 * read, would otherwise get its next turn as fast as the service can refuse, at the expense of everybody else.
 */
export class RefusalPace {
  readonly #now: () => number
  /** When each sender's next refusal is due if it gets no burst. Senders without a recent refusal are forgotten. */
  readonly #due = new Map<string, number>()
  #share = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Counts a refusal.
   * @param address Of the sender.
   * @returns milliseconds until it should be sent.
   */
  delayOf(address: string): number {
    const sender = networkOf(address)
    const now = this.#now()
    const earliest = now - burst * intervalMs
    const due = Math.max(this.#due.get(sender) ?? earliest, earliest) + intervalMs
    const delayMs = Math.max(0, due - now)
    if (delayMs > delayMsMax) return this.#spread()
    this.#forget(earliest)
    this.#due.delete(sender)
    this.#due.set(sender, due)
    return delayMs
  }

  /** Resolves when a refusal should be sent, or when its connection is closed. */
  async wait(address: string, res: ServerResponse): Promise<void> {
    const delayMs = this.delayOf(address)
    if (delayMs === 0 || res.destroyed) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, delayMs)
      function end() {
        clearTimeout(timer)
        res.off('close', end)
        resolve()
      }
      res.once('close', end)
    })
  }

  /** Beyond the maximum, refusals are spread over its second half, so that they aren't sent all at once. */
  #spread(): number {
    this.#share = (this.#share + goldenRatio) % 1
    return delayMsMax * (1 - this.#share / 2)
  }

  /** The map is in the order of the last refusals. */
  #forget(earliest: number): void {
    for (const [sender, due] of this.#due) {
      if (due > earliest) return
      this.#due.delete(sender)
    }
  }
}
