import type { SearchTerm } from './terms.js'

const plainName = /^(?:tags\[[^\]\s"]+\]|[A-Za-z_][\w.-]*)$/
const plainValue = /^[A-Za-z0-9_*@.][A-Za-z0-9_*@./-]*$/
const plainText = /^[A-Za-z0-9_@./]+$/

/**
 * Inverse of `parseSearch`, provided that terms stay within the search limits and patterns are in canonical form, as
 * `toPattern` and `parseSearch` produce them.
 */
export function stringifySearch(terms: readonly SearchTerm[]): string {
  return terms.map((term) => `${term.isNegated ? '!' : ''}${writeTerm(term)}`).join(' ')
}

function writeTerm(term: SearchTerm): string {
  if (term.kind === 'text') return writeText(term.text)
  const name = plainName.test(term.name) ? term.name : quoteText(term.name)
  if (term.kind === 'comparison') return `${name}:${term.operator}${writeText(term.value)}`
  const values = term.values.map(writeValue)
  return `${name}:${values.length === 1 ? values.join() : `[${values.join(',')}]`}`
}

function writeText(text: string): string {
  return plainText.test(text) ? text : quoteText(text)
}

function quoteText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** A pattern's own backslashes are literal within quotes. */
function writeValue(pattern: string): string {
  return plainValue.test(pattern) ? pattern : `"${pattern.replaceAll('"', '\\"')}"`
}
