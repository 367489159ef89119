/** All memory for bodies is in use; a retry makes sense soon. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  constructor() {
    super('memory for request bodies is used up')
  }
}

/** Bounds the bytes of bodies, as received and as inflated, that all requests hold together. */
export class MemoryBudget {
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** @throws OverloadedError when it would go over the budget; nothing is taken then. */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesMax) throw new OverloadedError()
    this.#bytes += bytes
  }

  giveBack(bytes: number): void {
    this.#bytes -= bytes
  }
}

/** The share of one request, given back as a whole when the request is answered. */
export class MemoryLease {
  readonly #budget: MemoryBudget
  #bytes = 0

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  /** @throws OverloadedError */
  reserve(bytes: number): void {
    this.#budget.take(bytes)
    this.#bytes += bytes
  }

  close(): void {
    this.#budget.giveBack(this.#bytes)
    this.#bytes = 0
  }
}
