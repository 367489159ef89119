import { limits } from '@signalbox/contracts'
import type { RecentMessages } from '../store/notice-messages.js'
import type { UnplannedNotices } from '../store/notices.js'

/** How to send queued notices: one message each, all in one digest, or not yet. */
export type MessagePlan = { form: 'singles' } | { form: 'digest' } | { form: 'none'; until: number }

/**
 * Decides how to send the notices of a channel. A storm of new errors results in one digest per minute: within any
 * minute, a channel gets no more than a few single messages and one digest, and no notice waits longer than that.
 *
 * 1. The first notice waits a moment for related ones.
 * 2. If there are few enough, including those sent in the last minute, each is sent in its own message.
 * 3. Otherwise they wait until a minute has passed since the first of them and since the last digest, and are sent
 * together.
 *
 * @param waiting All notices that are not in a message yet.
 * @param recent Messages sent in the last minute.
 * @param now Unix milliseconds. Times in the future (the clock was set back) count as long past.
 */
export function planMessages(waiting: UnplannedNotices, recent: RecentMessages, now: number): MessagePlan {
  const { gatherMs, minuteMs, singlesMax } = limits.notification
  const oldestAt = waiting.oldestAt > now ? 0 : waiting.oldestAt
  if (oldestAt + gatherMs > now) return { form: 'none', until: oldestAt + gatherMs }
  if (recent.singles + waiting.count <= singlesMax) return { form: 'singles' }
  const firstAt = Math.min(recent.firstSingleAt ?? oldestAt, oldestAt)
  const until = Math.max(firstAt, recent.lastDigestAt ?? firstAt) + minuteMs
  return until <= now ? { form: 'digest' } : { form: 'none', until }
}
