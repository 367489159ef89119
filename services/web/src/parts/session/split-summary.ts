/**
 * The first sentence of a summary and what follows it. Texts that it quotes, such as messages of errors, have sentences of
 * their own.
 */
export function splitSummary(summary: string): { first: string; rest: string } {
  for (const { index } of summary.matchAll(/(?<=[.!?])\s+(?=[\p{Lu}"“])/gu)) {
    const first = summary.slice(0, index)
    if (first.split('"').length % 2 === 1) return { first, rest: summary.slice(index).trim() }
  }
  return { first: summary, rest: '' }
}
