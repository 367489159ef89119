import { limits } from '@signalbox/contracts'
import { normalizePattern } from './pattern.js'
import { Scanner } from './scanner.js'
import { SearchSyntaxError } from './search-syntax-error.js'
import type { ComparisonTerm, SearchTerm } from './terms.js'

const spaces = /\s*/y
const negation = /!/y
const bareName = /(?:tags\[[^\]\s"]+\]|[A-Za-z_][\w.-]*)(?=:)/y
const quotedText = /"(?:[^"\\]|\\[^])*"/y
const bareText = /[^\s"][^\s]*/y
const bareListValue = /[^\s",[\]][^\s,\]]*/y
const comparison = /[<>]=?/y
const duration = /[+-](?=\d+(?:\.\d+)?[smhdw](?:\s|$))/y

/**
 * Parses a search: properties (`level:error`, `!release:"web 1.*"`, `level:[error,fatal]`, `times_seen:>100`,
 * `age:-24h`) and free text (`timeout`, `"in two words"`), separated by spaces. Takes linear time.
 * @param lengthMax Maximum length in characters.
 * @returns The terms in order; none for an empty search.
 * @throws SearchSyntaxError, and nothing else.
 */
export function parseSearch(text: string, lengthMax: number = limits.search.lengthMax): SearchTerm[] {
  const { termsMax } = limits.search
  if (text.length > lengthMax) throw new SearchSyntaxError(lengthMax, `the end after at most ${lengthMax} characters`)
  const scanner = new Scanner(text)
  const terms: SearchTerm[] = []
  scanner.take(spaces)
  while (!scanner.isAtEnd()) {
    if (terms.length === termsMax) throw scanner.fault(`the end after at most ${termsMax} terms`)
    terms.push(readTerm(scanner))
    const gap = scanner.take(spaces)
    if (gap === '' && !scanner.isAtEnd()) throw scanner.fault('a space')
  }
  return terms
}

function readTerm(scanner: Scanner): SearchTerm {
  const isNegated = scanner.take(negation) !== undefined
  const name = readName(scanner)
  if (name !== undefined) return readProperty(scanner, { name, isNegated })
  const text = scanner.startsWith('"') ? readQuotedText(scanner) : scanner.take(bareText)
  if (text === undefined || text === '') throw scanner.fault('text or a property')
  return { kind: 'text', text, isNegated }
}

/** Reads a property name and its colon; nothing if free text follows instead. */
function readName(scanner: Scanner): string | undefined {
  const start = scanner.position
  const name = scanner.startsWith('"') ? readQuotedText(scanner) : scanner.take(bareName)
  // URLs contain a colon as well.
  if (name !== undefined && scanner.takeText(':') && !scanner.startsWith('//')) {
    if (name === '') throw new SearchSyntaxError(start, 'a property name')
    return name
  }
  scanner.rewind(start)
  return undefined
}

function readProperty(scanner: Scanner, property: { name: string; isNegated: boolean }): SearchTerm {
  const operator = readOperator(scanner)
  if (operator !== undefined) {
    return { kind: 'comparison', ...property, operator, value: readComparedValue(scanner) }
  }
  const values = scanner.takeText('[') ? readList(scanner) : [readValue(scanner, bareText)]
  return { kind: 'property', ...property, values }
}

/** A signed duration is an age: younger or older than that. */
function readOperator(scanner: Scanner): ComparisonTerm['operator'] | undefined {
  const written = scanner.take(comparison) ?? scanner.take(duration)
  if (written === undefined) return undefined
  const operators: Record<string, ComparisonTerm['operator']> = { '>': '>', '>=': '>=', '<': '<', '<=': '<=' }
  return operators[written] ?? (written === '-' ? '<' : '>')
}

function readComparedValue(scanner: Scanner): string {
  const value = scanner.startsWith('"') ? readQuotedText(scanner) : scanner.take(bareText)
  if (value === undefined || value === '') throw scanner.fault('a number or a time')
  return value
}

function readList(scanner: Scanner): string[] {
  const values: string[] = []
  do {
    if (values.length === limits.search.valuesMax) throw scanner.fault(`the end after at most ${values.length} values`)
    scanner.take(spaces)
    values.push(readValue(scanner, bareListValue))
    scanner.take(spaces)
  } while (scanner.takeText(','))
  if (!scanner.takeText(']')) throw scanner.fault('"," or "]"')
  return values
}

/** @returns a pattern. */
function readValue(scanner: Scanner, bare: RegExp): string {
  const written = scanner.startsWith('"') ? readQuoted(scanner) : scanner.take(bare)
  if (written === undefined) throw scanner.fault('a value')
  return normalizePattern(written)
}

/** Reads quoted text, in which `\"` is a quote and everything else is literal. */
function readQuoted(scanner: Scanner): string {
  const start = scanner.position
  const quoted = scanner.take(quotedText)
  if (quoted === undefined) throw new SearchSyntaxError(start, 'a closing "')
  return quoted.slice(1, -1).replace(/\\([^])/g, (pair: string, escaped: string) => (escaped === '"' ? '"' : pair))
}

/** Reads quoted text, in which `\"` is a quote and `\\` a backslash. */
function readQuotedText(scanner: Scanner): string {
  const start = scanner.position
  const quoted = scanner.take(quotedText)
  if (quoted === undefined) throw new SearchSyntaxError(start, 'a closing "')
  return quoted.slice(1, -1).replace(/\\(["\\])/g, '$1')
}
