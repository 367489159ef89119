import { createRequire } from 'node:module'

/** The relevant part of the client's request queue. */
interface RequestQueue {
  pending: readonly unknown[]
  throttledUntil: number
  scheduleCheckPendingRequests: (this: RequestQueue) => void
}

interface RequestQueueClass {
  prototype: RequestQueue
}

let isPatched = false

/**
 * Stops the client from waking up hundreds of times per second for each idle connection: it schedules a check of its
 * queue even if the queue is empty. A check is needed only while requests wait or the broker throttles. Patches kafkajs
 * 2.2.4; idempotent.
 */
export function patchIdleRequests(): void {
  if (isPatched) return
  isPatched = true
  const require = createRequire(import.meta.url)
  const { prototype } = require('kafkajs/src/network/requestQueue') as RequestQueueClass
  const { scheduleCheckPendingRequests: schedule } = prototype
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this)
  }
}
