/** Lets one reader wait for a wakeup, a timeout or an abort, whichever comes first. */
export class Wakeup {
  #resolve: (() => void) | undefined

  /** Ends the current wait, if any. */
  wake(): void {
    this.#resolve?.()
  }

  /** @param forMs Maximum wait in milliseconds; undefined for no limit. */
  async wait(forMs: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const wake = () => {
      this.wake()
    }
    signal?.addEventListener('abort', wake)
    await new Promise<void>((resolve) => {
      this.#resolve = resolve
      if (forMs !== undefined) timer = setTimeout(resolve, forMs)
    })
    this.#resolve = undefined
    signal?.removeEventListener('abort', wake)
    clearTimeout(timer)
  }
}
