/** One term of a search as written. */
export interface Term {
  text: string
  /** Prefix of the value, including `!` and colon: `!environment:`; empty for plain words. */
  head: string
  isNegated: boolean
}

/** Terms are separated by spaces outside quotes and brackets. */
const termPattern = /(?:[^\s"[\]]|"(?:\\.|[^"\\])*"?|\[[^\]]*\]?)+/g

/** A search's terms in order. Any text has terms: the server reports invalid ones. */
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
