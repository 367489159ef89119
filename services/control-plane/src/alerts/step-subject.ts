import { isBeyond } from '../telemetry-queries/is-beyond.js'

/** When something is bad, and when it is well again. Durations are milliseconds. */
export interface AlertCondition {
  /** Side of the value on which it is bad. */
  is: 'above' | 'below'
  value: number
  /** Where an open alert ends: on the good side of the value, or at it. */
  resolveValue: number
  /** How long it must be bad before an alert opens. */
  forMs: number
  /** How long it must be well before the alert ends. */
  resolveForMs: number
}

/** How something that is not well stands. Times are Unix milliseconds. */
export interface Standing {
  /** Since when it is bad. */
  since: number
  /** Since when it is well although the alert is open; null while it is not. */
  clearSince: number | null
  isOpen: boolean
}

/** What a measured value makes of a standing. */
export interface Step {
  /** Undefined when all is well. */
  standing: Standing | undefined
  change: 'opened' | 'resolved' | undefined
}

/**
 * Judges one value: ok → pending → firing → ok. Durations are counted by the times of values, not by their number, so that
 * looks that were missed or came twice change nothing. A clock that was set back makes a duration begin anew.
 * @param before Undefined when all was well.
 */
export function stepSubject(
  condition: AlertCondition,
  before: Standing | undefined,
  { value, now }: { value: number; now: number },
): Step {
  return before?.isOpen === true
    ? stepOpen(condition, before, { value, now })
    : stepShut(condition, before, { value, now })
}

function stepShut(
  { is, value: threshold, forMs }: AlertCondition,
  before: Standing | undefined,
  { value, now }: { value: number; now: number },
): Step {
  if (!isBeyond(is, value, threshold)) return { standing: undefined, change: undefined }
  const since = Math.min(before?.since ?? now, now)
  const isOpen = now - since >= forMs
  return { standing: { since, clearSince: null, isOpen }, change: isOpen ? 'opened' : undefined }
}

function stepOpen(
  { is, resolveValue, resolveForMs }: AlertCondition,
  before: Standing,
  { value, now }: { value: number; now: number },
): Step {
  if (isBeyond(is, value, resolveValue)) return { standing: { ...before, clearSince: null }, change: undefined }
  const clearSince = Math.min(before.clearSince ?? now, now)
  if (now - clearSince >= resolveForMs) return { standing: undefined, change: 'resolved' }
  return { standing: { ...before, clearSince }, change: undefined }
}
