/** Told that something changed of a session: it began, ended, was let go, or has a new step. Must not throw. */
export type SessionListener = (sessionId: string) => void

/** Who wants to know of changes that this process makes. */
export interface SessionListeners {
  /** @returns ends it. */
  add(listener: SessionListener): () => void
  tell(sessionId: string): void
}

/** Listeners are told after the transaction that is running, perhaps in vain when it fails: they look for themselves. */
export function createSessionListeners(): SessionListeners {
  const listeners = new Set<SessionListener>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (sessionId) => {
      if (listeners.size === 0) return
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener(sessionId)
      })
    },
  }
}
