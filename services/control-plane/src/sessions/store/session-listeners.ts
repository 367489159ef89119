/** Called when a session starts, ends, is released, or has a new step. Must not throw. */
export type SessionListener = (sessionId: string) => void

/** Listeners for changes that this process makes. */
export interface SessionListeners {
  /** @returns a function that unsubscribes. */
  add(listener: SessionListener): () => void
  notify(sessionId: string): void
}

/** Listeners are called after the current transaction, even if it fails: they read the session themselves. */
export function createSessionListeners(): SessionListeners {
  const listeners = new Set<SessionListener>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: (sessionId) => {
      if (listeners.size === 0) return
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener(sessionId)
      })
    },
  }
}
