/**
 * A condition on a property of an issue or event: `level:error`, `!release:web@1.2.*`, `assigned:me`. Which properties
 * exist, and whether they belong to issues or events, is up to the caller.
 */
export interface PropertyTerm {
  kind: 'property'
  /** As written, such as `level`, `release` or a tag key. */
  name: string
  /**
   * Patterns, any of which may match: `*` matches any characters, `\*` an asterisk, `\\` a backslash. An empty pattern
   * means that the property is missing.
   */
  values: readonly string[]
  isNegated: boolean
}

/** Free text, matched case-insensitively against message, exception type and value. */
export interface TextTerm {
  kind: 'text'
  text: string
  isNegated: boolean
}

/** A comparison of a number or a time: `times_seen:>100`, `first_seen:<2026-05-17`, `age:-24h`. */
export interface ComparisonTerm {
  kind: 'comparison'
  name: string
  operator: '>' | '>=' | '<' | '<='
  /** As written; parsing it depends on the property. */
  value: string
  isNegated: boolean
}

/** A term of a search. All terms must match. */
export type SearchTerm = PropertyTerm | TextTerm | ComparisonTerm
