import { silentLog, type Log } from '@signalbox/service-kit'
import type { ApiKeyStore } from './store/api-keys.js'

/**
 * Records when API keys and sessions were last used, in memory, and writes it periodically, because a request must not
 * cost a write.
 */
export interface LastUses {
  note(id: string, usedAt: number): void
  /** Writes pending times. If that fails, they stay pending. */
  flush(): void
  /** Stops the timer and writes pending times. */
  close(): void
}

const flushEveryMs = 30_000

export function createLastUses(store: Pick<ApiKeyStore, 'saveLastUses'>, log: Log = silentLog): LastUses {
  const noted = new Map<string, number>()
  const flush = (): void => {
    if (noted.size === 0) return
    try {
      store.saveLastUses(noted)
      noted.clear()
    } catch (err) {
      log.warn({ err }, 'last-used times could not be written')
    }
  }
  const timer = setInterval(flush, flushEveryMs).unref()
  return {
    note: (id, usedAt) => noted.set(id, usedAt),
    flush,
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
