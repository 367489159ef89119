import { limits } from '@signalbox/contracts'
import type { RecentMessages } from '../store/notice-messages.js'
import type { UnplannedNotices } from '../store/notices.js'

/** How notices that wait go out: each in a message of its own, all in one, or not yet. */
export type MessagePlan = { form: 'singles' } | { form: 'digest' } | { form: 'none'; until: number }

/**
 * Decides how the notices of a channel go out, so that a storm of new errors is told in one digest a minute: within any
 * minute a channel is sent no more than a few single messages and one digest, and no notice waits longer than that.
 *
 * 1. What comes first waits a moment, for what comes with it.
 * 2. Few enough, with what was sent in the last minute, go out one by one.
 * 3. More wait until the minute since the first of them is over, and since the last digest, and go out together.
 *
 * @param waiting All that no message carries.
 * @param recent What was sent in the last minute.
 * @param now Unix milliseconds. Times after it, from before the clock was set back, count as long past.
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
