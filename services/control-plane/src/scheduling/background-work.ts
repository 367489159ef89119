/** Background work of the control plane. Started once requests are served, stopped before they end. */
export interface BackgroundWork {
  start(): void
  /** Resolves once nothing is running and another process may take over. */
  stop(): Promise<void>
}

/** Combines several into one: they start in order and stop together. */
export function combineWork(parts: readonly BackgroundWork[]): BackgroundWork {
  return {
    start: () => {
      for (const part of parts) part.start()
    },
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
