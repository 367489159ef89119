import type { IncomingMessage } from 'node:http'
import { limits } from '@signalbox/contracts'

/** Who sent a request, as far as that is known before any credential is checked. */
export interface Sender {
  /** The client's, as `networkOf` counts it; empty when the connection is gone. */
  address: string
  /** The credential that the request shows; empty when it shows none. */
  credential: string
}

/**
 * Starts requests a few per event-loop turn. Hundreds that arrive together would otherwise be handled in one piece, and
 * everything else would wait for the last of them. Waiting requests start by address in turn, and by credential within an
 * address: made-up credentials only divide the share of their own address.
 */
export class Arrivals {
  readonly #now: () => number
  #begun = 0
  #turnStartedAt = 0
  readonly #waiting = new Rotation<Rotation<(() => void)[]>>()

  /** @param now Milliseconds from a clock that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Calls `begin`, immediately or in a later turn. `begin` must not throw.
   * @param senderOf Called only if the request has to wait.
   */
  take(begin: () => void, senderOf: () => Sender): void {
    if (this.#waiting.isEmpty && this.#hasRoom()) {
      this.#begin(begin)
      return
    }
    const { address, credential } = senderOf()
    const ofAddress = this.#waiting.findOrAdd(address, () => new Rotation())
    ofAddress.findOrAdd(credential, () => []).push(begin)
  }

  #hasRoom(): boolean {
    const { perTurnMax, turnMsMax } = limits.arrivals
    return this.#begun === 0 || (this.#begun < perTurnMax && this.#now() - this.#turnStartedAt < turnMsMax)
  }

  #begin(begin: () => void): void {
    if (this.#begun === 0) {
      this.#turnStartedAt = this.#now()
      setImmediate(() => {
        this.#startTurn()
      })
    }
    this.#begun += 1
    begin()
  }

  #startTurn(): void {
    this.#begun = 0
    while (!this.#waiting.isEmpty && this.#hasRoom()) {
      const begin = this.#waiting.next(
        (ofAddress) =>
          ofAddress.next(
            (line) => line.shift(),
            (line) => line.length === 0,
          ),
        (ofAddress) => ofAddress.isEmpty,
      )
      if (begin !== undefined) this.#begin(begin)
    }
  }
}

/** Values by key that are served in turn: the one served last comes last. */
class Rotation<Value> {
  readonly #values = new Map<string, Value>()

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  findOrAdd(key: string, create: () => Value): Value {
    const found = this.#values.get(key)
    if (found !== undefined) return found
    const created = create()
    this.#values.set(key, created)
    return created
  }

  /** Serves the first value and moves it to the end, or removes it when nothing is left of it. */
  next<Result>(serve: (value: Value) => Result, isDone: (value: Value) => boolean): Result | undefined {
    for (const [key, value] of this.#values) {
      const result = serve(value)
      this.#values.delete(key)
      if (!isDone(value)) this.#values.set(key, value)
      return result
    }
    return undefined
  }
}

/** Reads the credential that a request shows: a header, a cookie, or the key in its query. Nothing is checked. */
export function credentialOf({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string {
  const shown = headers.authorization ?? headers['x-sentry-auth'] ?? headers.cookie
  return shown === undefined ? (/[?&]sentry_key=([^&]*)/.exec(url)?.[1] ?? '') : String(shown)
}
