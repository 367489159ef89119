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
  /** False if it cannot be regrouped because decisive parts were left out for their size. */
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
  if (!isJsonObject(kept) || isCut(kept['left_out'])) {
    return { fingerprint: stored.fingerprint, title: stored.title, isComplete: false }
  }
  const { event_id: eventId, receivedMs: receivedAt } = stored
  const event = normalizeEvent(undoInAppRules(kept), storedEventInput({ eventId, receivedAt }, options.source))
  const { fingerprint, title } = groupEvent(event, options.rules)
  return { fingerprint, title, isComplete: true }
}

function isCut(leftOut: unknown): boolean {
  return Array.isArray(leftOut) && leftOut.some((name) => decisive.includes(String(name)))
}
