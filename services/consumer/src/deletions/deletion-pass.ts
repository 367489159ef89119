import type { Settleable, SettledLog } from './settled-log.js'

/** Deletions of one sort: where they are asked for, and how they are applied. */
export interface DeletionPassOptions<Deletion extends Settleable> {
  /** Those with an id after the given one, ordered by id. */
  list: (page: { afterId: string; max: number }) => Promise<Deletion[]>
  /** Deletes from the store. Deleting again finds nothing. */
  erase: (deletion: Deletion, signal: AbortSignal) => Promise<unknown>
  /** Nothing of it can be stored again. */
  finish: (id: string) => Promise<void>
  settled: SettledLog
}

/** Deletions that are asked for at once. */
const pageLength = 100

/**
 * Applies deletions: at once, so that people see it, and once more when nothing of it can be stored again. Only then
 * is one finished, so that whatever is interrupted in between is repeated.
 * @returns does what is due; rejects when store, log or control plane cannot be used, or the signal aborts, and goes on
 *   with the next call.
 */
export function createDeletionPass<Deletion extends Settleable>({
  list,
  erase,
  finish,
  settled,
}: DeletionPassOptions<Deletion>): (signal: AbortSignal) => Promise<void> {
  /** Deletions that were applied before they were settled, by this process. */
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
