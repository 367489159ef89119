/** The measurement of a rule at one instant. */
export interface Measurement {
  /** True if there was anything to measure. Otherwise nothing is known, and all subjects stay as they are. */
  hasData: boolean
  /** True if the subjects include everything that is bad: missing ones are ok. */
  isComplete: boolean
  subjects: readonly MeasuredSubject[]
}

/** A subject of a rule. */
export interface MeasuredSubject {
  /** Identifies a subject within its rule; empty if there is only one. */
  key: string
  /** For people; empty if there is only one. */
  subject: string
  /** Undefined if unknown: the subject stays as it is. */
  value: number | undefined
}

export const nothingMeasured: Measurement = { hasData: false, isComplete: false, subjects: [] }

/** A measurement with a single subject. */
export function singleMeasurement(value: number | undefined): Measurement {
  return value === undefined
    ? nothingMeasured
    : { hasData: true, isComplete: true, subjects: [{ key: '', subject: '', value }] }
}
