/** What the control plane does without being asked: it is started once requests are served, and stopped before they end. */
export interface BackgroundWork {
  start(): void
  /** Resolves when nothing of it is under way, and another process may go on. */
  stop(): Promise<void>
}

/** Several as one: they start in their order, and stop together. */
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
