/**
 * Splits a summary into its first sentence and the rest. Quoted texts, such as error messages, may contain sentences
 * themselves.
 */
export function splitSummary(summary: string): { first: string; rest: string } {
  for (const { index } of summary.matchAll(/(?<=[.!?])\s+(?=[\p{Lu}"“])/gu)) {
    const first = summary.slice(0, index)
    if (first.split('"').length % 2 === 1) return { first, rest: summary.slice(index).trim() }
  }
  return { first: summary, rest: '' }
}

/** Returns a summary's sentences. */
export function sentencesOf(summary: string): string[] {
  const { first, rest } = splitSummary(summary)
  return rest === '' ? [first] : [first, ...sentencesOf(rest)]
}
