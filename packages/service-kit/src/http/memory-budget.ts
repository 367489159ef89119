import { networkOf } from '../network/network-of.js'

/** The memory budget for bodies is exhausted; a retry makes sense soon. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  constructor() {
    super('no memory left for request bodies')
  }
}

export interface MemoryBounds {
  /** Limit for all requests together. */
  bytesMax: number
  /** Limit for all requests of one key, and of one address. A holder's only request may exceed it. */
  shareBytesMax: number
}

/** Bounds the total bytes of request bodies in memory, both received and decompressed. */
export class MemoryBudget {
  readonly #bounds: MemoryBounds
  readonly #shares = new Map<string, number>()
  #bytes = 0

  constructor(bounds: MemoryBounds) {
    this.#bounds = bounds
  }

  /**
   * @param holders Holders to charge: the request's key and address.
   * @param held Bytes the request already holds.
   * @throws OverloadedError if this would exceed the budget or a holder's share; nothing is charged then.
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

  /** Charges the bytes a request holds to another holder. */
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

/** The memory of one request, released completely when it is answered. */
export class MemoryLease {
  readonly #budget: MemoryBudget
  readonly #holders: string[]
  #bytes = 0

  /** @param address Address of the sender, if known. */
  constructor(budget: MemoryBudget, address: string | undefined) {
    this.#budget = budget
    this.#holders = address === undefined ? [] : [`address ${networkOf(address)}`]
  }

  /** Charges the request to its key as well, from now on. */
  holdFor(keyId: string): void {
    const holder = `key ${keyId}`
    if (this.#holders.includes(holder)) return
    this.#budget.addHolder(this.#bytes, holder)
    this.#holders.push(holder)
  }

  /** The request's key; its address while the key is unknown; otherwise empty. */
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
