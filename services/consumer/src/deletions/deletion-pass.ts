import type { EventDeletion, EventDeletions } from '@signalbox/service-kit'
import type { EventEraser } from '@signalbox/telemetry-store'
import type { SettledLog } from './settled-log.js'

export interface DeletionPassOptions {
  deletions: EventDeletions
  eraser: EventEraser
  settled: SettledLog
}

/** Deletions that are asked for at once. */
const pageLength = 100

/**
 * Carries deletions out: at once, so that people see it, and once more when nothing of it can be stored again. Only then
 * is one finished, so that whatever breaks off in between is repeated.
 * @returns does what is due; rejects when store, log or control plane cannot be used, or between two deletions when it is aborted,
 *   and goes on with the next call.
 */
export function createDeletionPass({
  deletions,
  eraser,
  settled,
}: DeletionPassOptions): (signal: AbortSignal) => Promise<void> {
  /** Deletions that were applied before they were settled, by this process. */
  let erased = new Set<string>()

  const applyDeletion = async (deletion: EventDeletion): Promise<void> => {
    const isLast = await settled.isSettled(deletion)
    if (!isLast && erased.has(deletion.id)) return
    const { organizationId, projectId, fingerprints, receivedUntil } = deletion
    await eraser.eraseEvents({ organizationId, projectId, fingerprints, receivedUntilMs: receivedUntil })
    erased.add(deletion.id)
    if (!isLast) return
    await deletions.finishDeletion(deletion.id)
    settled.forget(deletion)
  }

  return async (signal) => {
    const open = new Set<string>()
    let afterId = ''
    for (;;) {
      const page = await deletions.listDeletions({ afterId, max: pageLength })
      for (const deletion of page) {
        signal.throwIfAborted()
        await applyDeletion(deletion)
        open.add(deletion.id)
      }
      if (page.length < pageLength) break
      afterId = page.at(-1)?.id ?? ''
    }
    erased = new Set([...erased].filter((id) => open.has(id)))
  }
}
