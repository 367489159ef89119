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

/** To which issue an event would belong. */
export interface Regrouped {
  fingerprint: string
  title: string
  /** False when it cannot be grouped again because parts that count were left out for their size. */
  isComplete: boolean
}

/** Parts that decide on the fingerprint; `left_out` of a payload names what was too large to be stored. */
const decisive = ['exception', 'stacktrace', 'threads', 'fingerprint', 'tags']

/** Groups a stored event by the rules, as the consumer would if it came now. */
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
