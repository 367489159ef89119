/** What was measured for a rule at one instant. */
export interface Measurement {
  /** Whether there was anything to measure. Without, nothing is known and everything stays as it is. */
  hasData: boolean
  /** Whether all that is bad is among the subjects: what is not there is well then. */
  isWhole: boolean
  subjects: readonly MeasuredSubject[]
}

/** Something that a rule looks at. */
export interface MeasuredSubject {
  /** Tells the subjects of a rule apart; empty when there is but one. */
  key: string
  /** For people; empty when there is but one. */
  subject: string
  /** Undefined when nothing can be said of it: it stays as it is. */
  value: number | undefined
}

export const nothingMeasured: Measurement = { hasData: false, isWhole: false, subjects: [] }

/** Of a rule that is about a single thing. */
export function singleMeasurement(value: number | undefined): Measurement {
  return value === undefined
    ? nothingMeasured
    : { hasData: true, isWhole: true, subjects: [{ key: '', subject: '', value }] }
}
