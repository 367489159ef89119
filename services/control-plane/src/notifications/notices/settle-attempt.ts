import { limits } from '@signalbox/contracts'
import type { NoticeMessageRow } from '../store/notice-messages.js'
import { channelTypes } from '../kinds/index.js'
import type { OutboxStore } from './take-message.js'
import type { SendOutcome } from '../delivery/send-outcome.js'

/** Outcomes of an attempt. */
export const attemptEnds = ['sent', 'failed', 'dead'] as const
export type AttemptEnd = (typeof attemptEnds)[number]

export interface EndedAttempt {
  /** As it was taken from the queue. */
  message: NoticeMessageRow
  outcome: SendOutcome
  /** Unix milliseconds. */
  now: number
  /** A random number from 0 to 1. */
  jitter: number
}

/**
 * Records the outcome of an attempt. Call it in a transaction.
 * @returns undefined if the channel is gone or another process has started a later attempt: that attempt treats the
 * outcome of this one as unknown and reports it so.
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

/**
 * Exponential backoff with jitter: doubles with each failure, half of it random, so that receivers are not hit by all
 * channels at once.
 */
export function pauseAfter(failures: number, jitter: number): number {
  const { retryBaseMs, retryPauseMsMax } = limits.notification
  const longest = Math.min(retryBaseMs * 2 ** (failures - 1), retryPauseMsMax)
  return Math.round(longest * (0.5 + jitter / 2))
}
