import { limits } from '@signalbox/contracts'
import { RecentSenders } from '@signalbox/service-kit'

const { bytesPerSecondMin, averageMs, sharedMs, lateMs, reducedTo, regainedPerSecond, adjustMs, debtMsMax } =
  limits.body.allowance

interface Sender {
  /** Bytes per second at `countedAt`, an exponential average over `averageMs`. */
  rate: number
  countedAt: number
  /** Bytes per second that may start; undefined while the organization is not slowed. */
  allowance: number | undefined
  /** When the next request may start, while the organization is slowed. */
  nextAt: number
}

/**
 * Decides how fast each organization may send. While several send and this process runs late, the organization that sends
 * most is slowed: its allowance shrinks by a factor until the process is on time, then grows until it no longer matters,
 * slowly first, so that it stays close to what the process can bear. An organization that sends alone, little, or no more
 * than an equal share is never slowed.
 */
export class Allowances {
  readonly #now: () => number
  readonly #recent: RecentSenders
  /** In the order of their latest requests. */
  readonly #senders = new Map<string, Sender>()
  /** How long the process has been on time. */
  #onTimeMs = 0

  /** @param now A monotonic clock, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now
    this.#recent = new RecentSenders(sharedMs, now)
  }

  /** Records that an organization sends, even if its request has to wait. */
  noteSender(organizationId: string): void {
    this.#recent.note(organizationId)
  }

  isSlowed(organizationId: string): boolean {
    return this.#senders.get(organizationId)?.allowance !== undefined && this.#recent.hasOthers(organizationId)
  }

  mayStart(organizationId: string): boolean {
    const nextAt = this.#senders.get(organizationId)?.nextAt ?? -Infinity
    return nextAt <= this.#now() || !this.isSlowed(organizationId)
  }

  /**
   * Counts a request that starts.
   * @returns true if `adjust` must be called until it returns false.
   */
  count(organizationId: string, bytes: number): boolean {
    // An organization whose requests all wait sends nothing new meanwhile.
    this.noteSender(organizationId)
    if (!this.#recent.hasOthers(organizationId)) return false
    const now = this.#now()
    this.#forget(now)
    const sender = this.#senders.get(organizationId) ?? { rate: 0, countedAt: now, allowance: undefined, nextAt: now }
    sender.rate = this.#rateOf(sender) + (bytes * 1_000) / averageMs
    sender.countedAt = now
    if (sender.allowance !== undefined) {
      // Requests start on timers, so what could have started since the last one still may.
      const dueAt = Math.max(sender.nextAt, now - adjustMs) + (bytes * 1_000) / sender.allowance
      sender.nextAt = Math.min(dueAt, now + debtMsMax)
    }
    this.#senders.delete(organizationId)
    this.#senders.set(organizationId, sender)
    return this.#isOfInterest(sender)
  }

  /**
   * Adapts the allowances.
   * @param late How late timers were, in milliseconds, on average since the last call.
   * @param elapsedMs Milliseconds since the last call.
   * @returns false once nobody is slowed or sends much.
   */
  adjust(late: number, elapsedMs: number): boolean {
    this.#forget(this.#now())
    this.#onTimeMs = late > lateMs ? 0 : this.#onTimeMs + elapsedMs
    if (late > lateMs) this.#slowLargest()
    else for (const sender of this.#senders.values()) this.#raise(sender, elapsedMs)
    return [...this.#senders.values()].some((sender) => this.#isOfInterest(sender))
  }

  #slowLargest(): void {
    const senders = [...this.#senders]
    if (senders.length < 2) return
    const [organizationId, largest] = senders.reduce((a, b) => (this.#maySend(b[1]) > this.#maySend(a[1]) ? b : a))
    if (!this.#isOfInterest(largest) || !this.#recent.hasOthers(organizationId)) return
    const equalShare = senders.reduce((sum, [, sender]) => sum + this.#maySend(sender), 0) / senders.length
    largest.allowance = Math.max(this.#maySend(largest) * reducedTo, equalShare, bytesPerSecondMin)
  }

  /** Lifts the allowance once the organization sends much less than it may. */
  #raise(sender: Sender, elapsedMs: number): void {
    if (sender.allowance === undefined) return
    sender.allowance += (regainedPerSecond * (this.#onTimeMs / 1_000) * elapsedMs) / 1_000
    if (sender.allowance > 2 * Math.max(this.#rateOf(sender), bytesPerSecondMin)) sender.allowance = undefined
  }

  #isOfInterest(sender: Sender): boolean {
    return sender.allowance !== undefined || this.#rateOf(sender) > bytesPerSecondMin
  }

  /** Bytes per second. An average lags behind an allowance that shrinks. */
  #maySend(sender: Sender): number {
    return Math.min(sender.allowance ?? Infinity, this.#rateOf(sender))
  }

  #rateOf({ rate, countedAt }: Sender): number {
    return rate * Math.exp((countedAt - this.#now()) / averageMs)
  }

  #forget(now: number): void {
    for (const [organizationId, sender] of this.#senders) {
      if (now - sender.countedAt < sharedMs) return
      this.#senders.delete(organizationId)
    }
  }
}
