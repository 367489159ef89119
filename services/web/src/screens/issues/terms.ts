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

/** A search with a term in the place of all others of the same property, or at its end. */
export function withTerm(query: string, term: string): string {
  const [added] = readTerms(term)
  const kept = readTerms(query).filter(({ head, text }) => text !== term && (head === '' || head !== added?.head))
  return [...kept.map(({ text }) => text), term].join(' ')
}

export function joinTerms(terms: readonly Term[]): string {
  return terms.map(({ text }) => text).join(' ')
}

/** A term that asks for exactly this value. */
export function writeTerm(key: string, value: string): string {
  const isPlain = /^[\w.@/+-]+$/.test(value) && !/^[<>!*"[-]/.test(value)
  const written = isPlain ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '\\*')}"`
  return `${/^[\w.-]+$/.test(key) ? key : `"${key}"`}:${written}`
}
