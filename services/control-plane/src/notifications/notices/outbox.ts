import { dayMs, limits } from '@signalbox/contracts'
import type { Log } from '@signalbox/service-kit'
import { createWorkLease } from '../../scheduling/work-lease.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { createAttempts, type AttemptsOptions } from './attempts.js'
import { takeMessage, type OutboxStore } from './take-message.js'

export interface OutboxOptions extends Omit<AttemptsOptions, 'lease' | 'log'> {
  log: Pick<Log, 'error' | 'warn'>
  /** Identifies the process; different after every start. */
  owner: string
}

/**
 * Sends queued messages: one at a time and in order per channel, a few channels in parallel. Its only state besides the
 * database is what is in flight: each attempt is recorded before the request and its outcome after the response. A
 * message interrupted in between is sent again and marked as a possible duplicate.
 */
export interface Outbox {
  /** Starts what is due. @returns when to call it again, Unix milliseconds. */
  tick(): number
  /** Resolves when everything that is in flight now has finished. */
  settled(): Promise<void>
  /** Resolves when nothing is in flight; slow messages are aborted and sent again later. Later ticks do nothing. */
  stop(): Promise<void>
}

const leaseMs = 15_000
/** New notices are found by polling at this interval. */
const pollMs = 500
const housekeepingMs = 60_000
const housekeepingRows = 1_000
/** Time for messages in flight to finish when the process stops. */
const stopMs = 3_000

export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, log, owner } = options
  const onLeaseLost = () => {
    attempts.forget()
  }
  const lease = createWorkLease(store, { name: 'notices', owner, leaseMs, log, onLeaseLost })
  const attempts = createAttempts({ ...options, lease })
  let lastHousekeepingAt: number | undefined
  let isStopped = false

  const begin = (channel: NotificationChannelRow, now: number): void => {
    const taken = lease.guard(() => {
      const next = takeMessage(store, channel.id, now)
      // Nothing to do for this channel until then.
      if ('until' in next) store.notificationChannels.noteHealth({ ...channel, next_at: next.until ?? now })
      return next
    })
    if ('message' in taken) attempts.begin(channel, taken.message)
  }

  const work = (now: number): number => {
    attempts.catchUp()
    if (lastHousekeepingAt === undefined || Math.abs(now - lastHousekeepingAt) >= housekeepingMs) {
      lease.guard(() => {
        runHousekeeping(store, now)
      })
      lastHousekeepingAt = now
    }
    const { retryAfterMsMax, sendsMax } = limits.notification
    // Channels with a message in flight may be among them.
    const due = store.notificationChannels.listDue({ now, until: now + retryAfterMsMax, limit: 2 * sendsMax })
    for (const channel of due) {
      if (attempts.count() >= sendsMax) break
      if (!attempts.isUnderWay(channel.id)) begin(channel, now)
    }
    return now + pollMs
  }

  return {
    tick: () => {
      const now = clock()
      return isStopped ? now + leaseMs / 3 : lease.whileHeld(now, () => work(now))
    },
    settled: () => attempts.settled(),
    stop: async () => {
      isStopped = true
      const timer = setTimeout(() => {
        attempts.abort()
      }, stopMs)
      await attempts.settled()
      clearTimeout(timer)
      lease.release()
    },
  }
}

function runHousekeeping({ notices, noticeMessages }: OutboxStore, now: number): void {
  const before = now - limits.notification.retentionDays * dayMs
  notices.deleteBefore(before, housekeepingRows)
  noticeMessages.deleteEmpty(before, housekeepingRows)
}
