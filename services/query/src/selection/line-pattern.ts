import { limits } from '@signalbox/contracts'
import type { Filter } from './filter.js'
import { anyWord, betweenWords } from './merge-patterns.js'

/**
 * Variable parts of a line and their placeholders, in replacement order. RE2 expressions, which have no lookaround:
 * `\b` and groups preserve the surroundings.
 */
const replacements: readonly { name: string; expression: string; by: string }[] = [
  // Apostrophes within words don't quote anything.
  { name: 'quoted', expression: '"[^"]*"|`[^`]*`', by: '<text>' },
  { name: 'apostrophes', expression: "(^|[^0-9A-Za-z])'[^']*'", by: '\\1<text>' },
  {
    name: 'ids',
    expression:
      '\\b(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|0[xX][0-9a-fA-F]+|' +
      '(?:[0-9]+[a-fA-F]|[a-fA-F]+[0-9])[0-9a-fA-F]{6,}|(?:[0-9]+[A-Za-z]|[A-Za-z]+[0-9])[0-9A-Za-z]{14,})\\b',
    by: '<id>',
  },
  {
    name: 'addresses',
    expression: '\\b[0-9]{1,3}(?:\\.[0-9]{1,3}){3}(?::[0-9]+)?\\b|[0-9A-Za-z._+-]+@[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)+',
    by: '<address>',
  },
  { name: 'numbers', expression: '[0-9]+(?:[.,][0-9]+)*', by: '<n>' },
]

/**
 * Lines that match a pattern.
 * @param pattern As created by `mergePatterns` from masked lines; undefined for all lines.
 */
export function ofPattern(column: string, pattern: string | undefined): Filter | undefined {
  if (pattern === undefined) return undefined
  const { sql, parameters } = maskedLine(column)
  if (!pattern.includes(anyWord)) return { sql: `${sql} = {pattern:String}`, parameters: { ...parameters, pattern } }
  return { sql: `match(${sql}, {pattern:String})`, parameters: { ...parameters, pattern: expressionOf(pattern) } }
}

const anyLines = `\n${anyWord}`

/** Variable words never extend into separators. */
function expressionOf(pattern: string): string {
  const [text, rest] = pattern.endsWith(anyLines)
    ? [pattern.slice(0, -anyLines.length), '(?:\\n(?s:.*))?']
    : [pattern, '']
  const words = text.split(anyWord).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return `^${words.join(`[^${betweenWords}\\n]*`)}${rest}$`
}

/** A line with its variable parts masked, as an SQL expression. */
export function maskedLine(column: string): Filter {
  return {
    sql: replacements.reduce(
      (inner, { name }) => `replaceRegexpAll(${inner}, {${name}:String}, {${name}By:String})`,
      startOf(column),
    ),
    parameters: Object.assign(
      { ...startParameters },
      ...replacements.map(({ name, expression, by }) => ({ [name]: expression, [`${name}By`]: by })),
    ) as Filter['parameters'],
  }
}

/**
 * A line with all digits replaced by ones, as an SQL expression. Masked, it is the same as the line itself: no
 * expression above tells digits apart, except the zero of `0x`. Most lines differ only in numbers, so masking each of
 * the few shapes takes a fraction of the time.
 */
export function lineShape(column: string): Filter {
  const start = startOf(column)
  return {
    sql:
      `if(positionCaseInsensitive(${column}, '0x') = 0, translate(${start}, '023456789', '111111111'), ` +
      `translate(${start}, '23456789', '11111111'))`,
    parameters: startParameters,
  }
}

const startOf = (column: string) => `substringUTF8(${column}, 1, {patternLengthMax:UInt32})`
const startParameters = { patternLengthMax: limits.query.patternLengthMax }
