import { limits } from '@signalbox/contracts'
import type { NoticeMessageRow } from '../store/notice-messages.js'
import { channelTypes } from '../kinds/index.js'
import type { OutboxStore } from './take-message.js'
import type { SendOutcome } from '../delivery/send-outcome.js'

/** What an attempt led to. */
export const attemptEnds = ['sent', 'failed', 'dead'] as const
export type AttemptEnd = (typeof attemptEnds)[number]

export interface EndedAttempt {
  /** As it was taken. */
  message: NoticeMessageRow
  outcome: SendOutcome
  /** Unix milliseconds. */
  now: number
  /** From 0 to 1, chosen at random. */
  jitter: number
}

/**
 * Notes how an attempt ended. To be called inside a transaction.
 * @returns undefined when the channel is gone, or another process began a later attempt: to that one, what became of this
 *   one is not known, and it says so.
 */
export function settleAttempt(store: OutboxStore, attempt: EndedAttempt): AttemptEnd | undefined {
  const { message, outcome, now } = attempt
  const channel = store.notificationChannels.read(message.channel_id)
  const kept = store.noticeMessages.find(message.id)
  if (channel === undefined || (kept && kept.attempts !== message.attempts)) return undefined
  if (outcome.isDelivered) {
    store.noticeMessages.progress({ ...message, state: 'sent', sent_at: now, fault: null })
    const next = { next_at: now + channelTypes[channel.kind].spacingMs, failures: 0, fault: null, last_success_at: now }
    store.notificationChannels.noteHealth({ ...channel, ...next })
    return 'sent'
  }
  const failures = channel.failures + 1
  const nextAt = now + (outcome.retryAfterMs ?? pauseAfter(failures, attempt.jitter))
  const isDead = outcome.isFinal || nextAt >= message.dead_at
  store.noticeMessages.progress({
    ...message,
    state: isDead ? 'dead' : 'waiting',
    fault: outcome.detail,
    possible_duplicate: outcome.mayHaveArrived && !isDead ? 1 : message.possible_duplicate,
  })
  store.notificationChannels.noteHealth({ ...channel, failures, fault: outcome.detail, next_at: nextAt })
  return isDead ? 'dead' : 'failed'
}

/** Doubles with each failure; half of it is left to chance, so that receivers are not asked by all at once. */
export function pauseAfter(failures: number, jitter: number): number {
  const { retryBaseMs, retryPauseMsMax } = limits.notification
  const longest = Math.min(retryBaseMs * 2 ** (failures - 1), retryPauseMsMax)
  return Math.round(longest * (0.5 + jitter / 2))
}
