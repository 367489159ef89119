import { limits } from '@signalbox/contracts'
import type { AlertSubjectRow } from './store/alert-subjects.js'
import type { MeasuredSubject, Measurement } from './measurement.js'
import { stepSubject, type AlertCondition, type Step } from './step-subject.js'
import { isBeyond } from '../telemetry-queries/is-beyond.js'

/** The result of evaluating one subject. */
export interface EvaluatedSubject extends Step {
  key: string
  subject: string
  value: number
  /** As stored; undefined if the subject was ok. */
  before: AlertSubjectRow | undefined
}

export interface SubjectEvaluation {
  /** Subjects that are not ok, and those that have become ok again. */
  subjects: EvaluatedSubject[]
  /** Number of further subjects that meet the condition but exceed the limit. */
  leftOut: number
  /** The worst value; null if there is none. */
  worst: number | null
}

type Valued = MeasuredSubject & { value: number }

/**
 * Evaluates all subjects of a rule. Known subjects come first; the worst of the new ones fill the remaining room. A
 * subject that was not measured stays as it is.
 */
export function evaluateSubjects(
  condition: AlertCondition,
  { known, measurement, now }: { known: readonly AlertSubjectRow[]; measurement: Measurement; now: number },
): SubjectEvaluation {
  const valued = valuesOf(condition, measurement, known)
  const rowOf = new Map(known.map((row) => [row.key, row]))
  const evaluate = ({ key, subject, value }: Valued): EvaluatedSubject => {
    const before = rowOf.get(key)
    return { ...stepSubject(condition, before && stateOf(before), { value, now }), key, subject, value, before }
  }
  const followed = valued.filter(({ key }) => rowOf.has(key)).map(evaluate)
  const notOk = known.length - followed.filter((one) => one.state === undefined).length
  const room = Math.max(0, limits.alert.subjectsMax - notOk)
  const bad = valued.filter(({ key, value }) => !rowOf.has(key) && isBeyond(condition.is, value, condition.value))
  const worstFirst = bad.sort((left, right) => compareBadness(condition, left, right))
  return {
    subjects: [...followed, ...worstFirst.slice(0, room).map(evaluate)],
    leftOut: Math.max(0, worstFirst.length - room),
    worst: worstOf(condition, valued),
  }
}

/**
 * The measured values. A known subject that is missing counts as ok if the measurement covers everything that is bad.
 */
function valuesOf(
  { is, resolveValue }: AlertCondition,
  { subjects, isComplete }: Measurement,
  known: readonly AlertSubjectRow[],
): Valued[] {
  const okValue = is === 'above' ? Math.min(0, resolveValue) : resolveValue
  const found = new Set(subjects.map(({ key }) => key))
  const missing = isComplete ? known.filter(({ key }) => !found.has(key)) : []
  return [
    ...subjects.flatMap((one) => (one.value === undefined ? [] : [{ ...one, value: one.value }])),
    ...missing.map(({ key, subject }) => ({ key, subject, value: okValue })),
  ]
}

function stateOf({ since, clear_since: clearSince, alert_id }: AlertSubjectRow) {
  return { since, clearSince, isOpen: alert_id !== null }
}

function compareBadness({ is }: AlertCondition, left: Valued, right: Valued): number {
  const difference = is === 'above' ? right.value - left.value : left.value - right.value
  return difference || (left.key < right.key ? -1 : 1)
}

function worstOf({ is }: AlertCondition, valued: readonly Valued[]): number | null {
  const values = valued.map(({ value }) => value)
  if (values.length === 0) return null
  return is === 'above' ? Math.max(...values) : Math.min(...values)
}
