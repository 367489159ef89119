import {
  groupEvent,
  isJsonObject,
  normalizeEvent,
  storedEventInput,
  undoInAppRules,
  type EventInput,
  type GroupingRules,
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
  const { fingerprint, title, areRulesSkipped } = groupEvent(event, options.rules)
  return areRulesSkipped ? unchanged : { fingerprint, title, isComplete: true }
}

function isCut(leftOut: unknown): boolean {
  return Array.isArray(leftOut) && leftOut.some((name) => decisive.includes(String(name)))
}
