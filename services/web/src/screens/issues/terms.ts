/** One term of a search, as it is written. */
export interface Term {
  text: string
  /** What stands in front of the value, `!` and colon included: `!environment:`; empty for plain words. */
  head: string
  isNegated: boolean
}

/** Terms are parted by spaces that stand neither in quotes nor in brackets. */
const termPattern = /(?:[^\s"[\]]|"(?:\\.|[^"\\])*"?|\[[^\]]*\]?)+/g

/** The terms of a search, in their order. Whatever is typed has terms: what makes no sense the server tells. */
export function readTerms(query: string): Term[] {
  return (query.match(termPattern) ?? []).map((text) => {
    const head = /^!?(?:"(?:\\.|[^"\\])*"|[\w.[\]-]+):/.exec(text)?.[0] ?? (text.startsWith('!') ? '!' : '')
    return { text, head, isNegated: text.startsWith('!') }
  })
}

/** A search without one of its terms. */
export function withoutTerm(query: string, index: number): string {
  return joinTerms(readTerms(query).filter((_, each) => each !== index))
}

export function joinTerms(terms: readonly Term[]): string {
  return terms.map(({ text }) => text).join(' ')
}
