import { isBeyond } from '../telemetry-queries/is-beyond.js'

/** When a subject is bad, and when it is ok again. Durations are in milliseconds. */
export interface AlertCondition {
  /** The side of the value that is bad. */
  is: 'above' | 'below'
  value: number
  /** Value at which an open alert ends: at or beyond it, on the good side. */
  resolveValue: number
  /** How long the subject must be bad before an alert opens. */
  forMs: number
  /** How long the subject must be ok before the alert ends. */
  resolveForMs: number
}

/** The state of a subject that is not ok. Times are Unix milliseconds. */
export interface Standing {
  /** When it became bad. */
  since: number
  /** When it became ok while its alert was open; null if it is not ok. */
  clearSince: number | null
  isOpen: boolean
}

/** The effect of one measured value on a state. */
export interface Step {
  /** Undefined if the subject is ok. */
  standing: Standing | undefined
  change: 'opened' | 'resolved' | undefined
}

/**
 * Evaluates one value: ok → pending → firing → ok. Durations are measured by the times of values, not by their number, so
 * missed or repeated evaluations make no difference. If the clock is set back, a duration starts over.
 * @param before Undefined if the subject was ok.
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
