/** Knows whether several organizations send at present. */
export class RecentSenders {
  readonly #now: () => number
  readonly #withinMs: number
  /** The two most recent senders, and when they sent. */
  #latest = { organizationId: '', at: -Infinity }
  #other = this.#latest

  /**
   * @param withinMs How long an organization counts as sending after a request.
   * @param now A monotonic clock, in milliseconds.
   */
  constructor(withinMs: number, now: () => number) {
    this.#withinMs = withinMs
    this.#now = now
  }

  note(organizationId: string): void {
    if (this.#latest.organizationId === organizationId) this.#latest.at = this.#now()
    else [this.#other, this.#latest] = [this.#latest, { organizationId, at: this.#now() }]
  }

  /** True while another organization sends. */
  hasOthers(organizationId: string): boolean {
    const other = this.#latest.organizationId === organizationId ? this.#other : this.#latest
    return this.#now() - other.at < this.#withinMs
  }
}
