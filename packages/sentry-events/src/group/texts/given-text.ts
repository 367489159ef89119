import { skeletonOf } from './skeleton.js'

const literal = /(["'`])((?:(?!\1)[^\\]|\\.){1,300})\1/g
const placeholder = /<\w{1,20}>/g
const word = /\p{L}{3,60}/gu
/** A quoted text after one of these may be the error's text. */
const raising = /\b(?:throw|raise|reject|\w{0,60}(?:Error|Exception))\b/
/** A line truncated by an SDK. */
const cut = /^'?\{snip\}|\{snip\}$/
/** A complete statement: one that continues below may contain the text there. */
const raise = /\b(?:raise|throw)\b[^]*[^\s(,{[]\s*$/

/** The words of a text, without data placeholders. */
export function wordsOf(text: string): string {
  return listWords(text).join(' ')
}

function listWords(text: string): readonly string[] {
  return text.replace(placeholder, ' ').match(word) ?? []
}

/**
 * The words of a text that the source line contains in quotes; the others were interpolated. Empty if there are none.
 */
export function wordsOfLine(text: string, line: string): string {
  if (!raising.test(line) || cut.test(line)) return ''
  const written = [...line.matchAll(literal)].map(([, , content]) => content).join('\n')
  if (written === '') return ''
  return listWords(text)
    .filter((one) => written.includes(one))
    .join(' ')
}

/** A statement that raises an error, or asserts. */
const raisingStatement = /(?<![\w.$])(?:raise|throw|fail|assert|abort)\b(?! ?=)/

/** True if a source line raises an error itself. */
export function raises(line: string): boolean {
  return raisingStatement.test(line)
}

/** Names in quotes: keys, members. */
const quotedName = /(["'`])([A-Za-z_][\w-]{0,100})\1/g

/** The last name in a text's quotes that the source line spells as a member or a literal key: it is code, not data. */
export function quotedNameIn(text: string, line: string): string {
  const names = [...text.matchAll(quotedName)].map(([, , name = '']) => name)
  return (
    names.findLast((name) => [`.${name}`, `"${name}"`, `'${name}'`, `:${name}`].some((one) => line.includes(one))) ?? ''
  )
}

/** True if a source line raises an error with a text it was given, so the line is the same for all such errors. */
export function raisesGivenText(text: string, line: string): boolean {
  return raise.test(line) && wordsOfLine(text, line) === ''
}

/**
 * True if a source line raises an error whose text has at least as many words that it was given as the line spells;
 * quoted data and numbers do not count.
 */
export function isGivenText(text: string, line: string): boolean {
  if (!raising.test(line)) return false
  const words = wordsOf(skeletonOf(text))
  if (words === '') return false
  const written = wordsOfLine(words, line)
  if (written === '') return raisesGivenText(text, line)
  return words !== written && countWords(words) >= 2 * countWords(written)
}

/** True if a text has so many words that hardly two places say them for two reasons. */
export function isTelling(text: string): boolean {
  return countWords(text) >= 3
}

/** How many words a text has, without data placeholders. */
function countWords(text: string): number {
  return listWords(text).length
}
