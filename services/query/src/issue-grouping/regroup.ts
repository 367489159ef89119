import {
  groupEvent,
  isJsonObject,
  normalizeEvent,
  storedEventInput,
  undoInAppRules,
  type EventInput,
  type GroupingRules,
  type RuleBudget,
} from '@signalbox/sentry-events'
import type { StoredEvent } from './read-stored-events.js'

/** The issue that an event would belong to. */
export interface Regrouped {
  fingerprint: string
  title: string
  /** False if it stays where it is: decisive parts were left out for their size, or the rules take too many steps. */
  isComplete: boolean
}

/** Parts that determine the fingerprint; the payload's `left_out` names what was too large to store. */
const decisive = ['exception', 'stacktrace', 'threads', 'fingerprint', 'tags']

/**
 * Steps of the rules per event: several times as many as realistic rules take, and about ten milliseconds. The consumer
 * allows more, but doesn't respond to anyone while it groups.
 */
const stepsMax = 1_000_000

/** Groups a stored event by the rules, as the consumer would if it arrived now. */
export function regroup(
  stored: StoredEvent,
  options: { rules: GroupingRules; source: Pick<EventInput, 'organizationId' | 'project'> },
): Regrouped {
  const kept: unknown = JSON.parse(stored.payload)
  const unchanged = { fingerprint: stored.fingerprint, title: stored.title, isComplete: false }
  if (!isJsonObject(kept) || isCut(kept['left_out'])) return unchanged
  const { event_id: eventId, receivedMs: receivedAt } = stored
  const event = normalizeEvent(undoInAppRules(kept), storedEventInput({ eventId, receivedAt }, options.source))
  const budget: RuleBudget = { left: stepsMax }
  const { fingerprint, title } = groupEvent(event, options.rules, budget)
  return budget.left > 0 ? { fingerprint, title, isComplete: true } : unchanged
}

function isCut(leftOut: unknown): boolean {
  return Array.isArray(leftOut) && leftOut.some((name) => decisive.includes(String(name)))
}
