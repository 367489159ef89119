import { silentLog, type Log } from '@signalbox/service-kit'
import type { ApiKeyStore } from './store/api-keys.js'

/** Remembers when API keys or sessions were used and writes it down now and then: a request must not cost a write. */
export interface LastUses {
  note(id: string, usedAt: number): void
  /** Writes what is noted. What cannot be written stays noted and is written later. */
  flush(): void
  /** Ends the timer and writes the rest. */
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
