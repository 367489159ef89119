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
export interface SubjectState {
  /** When it became bad. */
  since: number
  /** When it became ok while its alert was open; null if it is not ok. */
  clearSince: number | null
  isOpen: boolean
}

/** The effect of one measured value on a state. */
export interface Step {
  /** Undefined if the subject is ok. */
  state: SubjectState | undefined
  change: 'opened' | 'resolved' | undefined
}

/**
 * Evaluates one value: ok → pending → firing → ok. Durations are measured by the times of values, not by their number, so
 * missed or repeated evaluations make no difference. If the clock is set back, a duration starts over.
 * @param before Undefined if the subject was ok.
 */
export function stepSubject(
  condition: AlertCondition,
  before: SubjectState | undefined,
  { value, now }: { value: number; now: number },
): Step {
  return before?.isOpen === true
    ? stepWithAlert(condition, before, { value, now })
    : stepWithoutAlert(condition, before, { value, now })
}

function stepWithoutAlert(
  { is, value: threshold, forMs }: AlertCondition,
  before: SubjectState | undefined,
  { value, now }: { value: number; now: number },
): Step {
  if (!isBeyond(is, value, threshold)) return { state: undefined, change: undefined }
  const since = Math.min(before?.since ?? now, now)
  const isOpen = now - since >= forMs
  return { state: { since, clearSince: null, isOpen }, change: isOpen ? 'opened' : undefined }
}

function stepWithAlert(
  { is, resolveValue, resolveForMs }: AlertCondition,
  before: SubjectState,
  { value, now }: { value: number; now: number },
): Step {
  if (isBeyond(is, value, resolveValue)) return { state: { ...before, clearSince: null }, change: undefined }
  const clearSince = Math.min(before.clearSince ?? now, now)
  if (now - clearSince >= resolveForMs) return { state: undefined, change: 'resolved' }
  return { state: { ...before, clearSince }, change: undefined }
}
