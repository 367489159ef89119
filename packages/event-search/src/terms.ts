/**
 * What a search asks of one property of an issue or an event: `level:error`, `!release:web@1.2.*`, `assigned:me`.
 * Which names there are, and whether a term is about the issue or its events, is the reader's to say.
 */
export interface PropertyTerm {
  kind: 'property'
  /** As written, such as `level`, `release` or the key of a tag. */
  name: string
  /**
   * Patterns of which one is to be met: `*` stands for any characters, `\*` for an asterisk, `\\` for a backslash. Empty
   * text: the property is missing.
   */
  values: readonly string[]
  isNegated: boolean
}

/** A text that is looked for in message, exception type and value, without regard to case. */
export interface TextTerm {
  kind: 'text'
  text: string
  isNegated: boolean
}

/** A number or a time that is compared: `times_seen:>100`, `first_seen:<2026-05-17`, `age:-24h`. */
export interface ComparisonTerm {
  kind: 'comparison'
  name: string
  operator: '>' | '>=' | '<' | '<='
  /** As written: whoever knows the property reads it. */
  value: string
  isNegated: boolean
}

/** All terms of a search must be met. */
export type SearchTerm = PropertyTerm | TextTerm | ComparisonTerm
