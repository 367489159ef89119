import { createRequire } from 'node:module'

/** The part of the client's request queue that is of interest here. */
interface RequestQueue {
  pending: readonly unknown[]
  throttledUntil: number
  scheduleCheckPendingRequests: (this: RequestQueue) => void
}

interface RequestQueueClass {
  prototype: RequestQueue
}

let isMended = false

/**
 * Keeps the client from waking up hundreds of times a second for each idle connection: it schedules a look at its
 * queue also when the queue is empty. A look is needed only for requests that wait or while the broker throttles.
 * Version 2.2.4 of the client; calling it again changes nothing.
 */
export function patchIdleRequests(): void {
  if (isMended) return
  isMended = true
  const require = createRequire(import.meta.url)
  const { prototype } = require('kafkajs/src/network/requestQueue') as RequestQueueClass
  const { scheduleCheckPendingRequests: schedule } = prototype
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this)
  }
}
