import { dayMs, limits } from '@signalbox/contracts'
import type { Log } from '@signalbox/service-kit'
import { createWorkLease } from '../../scheduling/work-lease.js'
import type { NotificationChannelRow } from '../store/notification-channels.js'
import { createAttempts, type AttemptsOptions } from './attempts.js'
import { takeMessage, type OutboxStore } from './take-message.js'

export interface OutboxOptions extends Omit<AttemptsOptions, 'lease' | 'log'> {
  log: Pick<Log, 'error' | 'warn'>
  /** Names the process, differently at every start. */
  owner: string
}

/**
 * Sends what is queued: of each channel one message at a time, in order, of all channels a few at once. It holds nothing
 * that the database does not hold but what is under way: each attempt is noted before the request and its end after the
 * answer. What ends in between is sent again, and known as a possible duplicate.
 */
export interface Outbox {
  /** Begins what is due. @returns when it wants to be called again, Unix milliseconds. */
  tick(): number
  /** Resolves when nothing that is under way now still is. */
  settled(): Promise<void>
  /** Resolves when nothing is under way; what takes too long is ended, and sent again later. Ticks do nothing any more. */
  stop(): Promise<void>
}

const leaseMs = 15_000
/** Notices are not announced: they are looked for this often. */
const pollMs = 500
const housekeepingMs = 60_000
const housekeepingRows = 1_000
/** What is under way when the process stops has so long to finish. */
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
      // Until then there is nothing to do for this channel.
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
    // Those that are under way may be among them.
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
