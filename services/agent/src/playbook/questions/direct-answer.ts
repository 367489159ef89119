/** What answers a question in words, from facts alone. */
export interface DirectAnswer {
  text: string
  /** Ids of the stored results that it was read from. */
  evidence: readonly string[]
  /** The moment that it speaks of, Unix milliseconds. */
  at?: number
  /** Whether it tells of a trouble that nothing else shows. */
  isTrouble?: true
}
