import type { Settleable, SettledLog } from './settled-log.js'

/** How one type of deletion is listed and applied. */
export interface DeletionPassOptions<Deletion extends Settleable> {
  /** Deletions with an id after the given one, ordered by id. */
  list: (page: { afterId: string; max: number }) => Promise<Deletion[]>
  /** Deletes from the store. Idempotent. */
  erase: (deletion: Deletion, signal: AbortSignal) => Promise<unknown>
  /** Called when none of the data can be stored again. */
  finish: (id: string) => Promise<void>
  settled: SettledLog
}

/** Deletions listed per request. */
const pageLength = 100

/**
 * Applies deletions twice: immediately, so that people see the effect, and again when none of the data can be stored
 * any more. Only then is a deletion finished, so that it is repeated after any interruption.
 * @returns A function that does the due work. It rejects if store, log or control plane are unavailable or the signal
 * aborts, and continues with the next call.
 */
export function createDeletionPass<Deletion extends Settleable>({
  list,
  erase,
  finish,
  settled,
}: DeletionPassOptions<Deletion>): (signal: AbortSignal) => Promise<void> {
  /** Deletions that this process applied before they were settled. */
  let erased = new Set<string>()

  const applyDeletion = async (deletion: Deletion, isLast: boolean, signal: AbortSignal): Promise<void> => {
    if (!isLast && erased.has(deletion.id)) return
    await erase(deletion, signal)
    erased.add(deletion.id)
    if (!isLast) return
    await finish(deletion.id)
    settled.forget(deletion)
  }

  return async (signal) => {
    const open = new Set<string>()
    let afterId = ''
    for (;;) {
      const page = await list({ afterId, max: pageLength })
      if (page.length === 0) break
      const isSettled = await settled.look()
      for (const deletion of page) {
        signal.throwIfAborted()
        await applyDeletion(deletion, isSettled(deletion), signal)
        open.add(deletion.id)
      }
      if (page.length < pageLength) break
      afterId = page.at(-1)?.id ?? ''
    }
    erased = new Set([...erased].filter((id) => open.has(id)))
  }
}
