/** All memory for bodies is in use; a retry makes sense soon. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  constructor() {
    super('no memory left for request bodies')
  }
}

export interface MemoryBounds {
  /** Of all requests together. */
  bytesMax: number
  /** Of all requests of one key, and of one address. A request that is its only one may hold more. */
  shareBytesMax: number
}

/** Bounds the bytes of bodies, as received and as inflated, that requests hold together. */
export class MemoryBudget {
  readonly #bounds: MemoryBounds
  readonly #shares = new Map<string, number>()
  #bytes = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
  }

  /**
   * @param holders Who the request is of.
   * @param held What the request holds already.
   * @throws OverloadedError when it would go over the budget, or over a share; nothing is taken then.
   */
  take(bytes: number, holders: readonly string[], held: number): void {
    if (this.#bytes + bytes > this.#bounds.bytesMax) throw new OverloadedError()
    const isOver = holders.some((holder) => {
      const share = this.#shares.get(holder) ?? 0
      return share > held && share + bytes > this.#bounds.shareBytesMax
    })
    if (isOver) throw new OverloadedError()
    this.#change(bytes, holders)
  }

  giveBack(bytes: number, holders: readonly string[]): void {
    this.#change(-bytes, holders)
  }

  /** Counts what a request holds for one more holder. */
  addHolder(bytes: number, holder: string): void {
    this.#addToShare(bytes, holder)
  }

  #change(bytes: number, holders: readonly string[]): void {
    this.#bytes += bytes
    for (const holder of holders) this.#addToShare(bytes, holder)
  }

  #addToShare(bytes: number, holder: string): void {
    const share = (this.#shares.get(holder) ?? 0) + bytes
    if (share === 0) this.#shares.delete(holder)
    else this.#shares.set(holder, share)
  }
}

/** What one request holds, given back as a whole when it is answered. */
export class MemoryLease {
  readonly #budget: MemoryBudget
  readonly #holders: string[]
  #bytes = 0

  /** @param address Of the sender, where it is known. */
  constructor(budget: MemoryBudget, address: string | undefined) {
    this.#budget = budget
    this.#holders = address === undefined ? [] : [`address ${address}`]
  }

  /** From now on the request counts as the key's, too. */
  holdFor(keyId: string): void {
    const holder = `key ${keyId}`
    if (this.#holders.includes(holder)) return
    this.#budget.addHolder(this.#bytes, holder)
    this.#holders.push(holder)
  }

  /** Who the request is of: its key, its address as long as that is not known, or nobody. */
  get sender(): string {
    return this.#holders.at(-1) ?? ''
  }

  /** @throws OverloadedError */
  reserve(bytes: number): void {
    this.#budget.take(bytes, this.#holders, this.#bytes)
    this.#bytes += bytes
  }

  close(): void {
    this.#budget.giveBack(this.#bytes, this.#holders)
    this.#bytes = 0
  }
}
