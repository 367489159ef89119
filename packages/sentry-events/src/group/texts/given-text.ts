import { skeletonOf } from './skeleton.js'

const literal = /(["'`])((?:(?!\1)[^\\]|\\.){1,300})\1/g
const placeholder = /<\w{1,20}>/g
const word = /\p{L}{3,60}/gu
/** What follows in quotes may be the text. */
const raising = /\b(?:throw|raise|reject|\w{0,60}(?:Error|Exception))\b/
/** A line that an SDK cut. */
const cut = /^'?\{snip\}|\{snip\}$/
/** A whole statement: one that goes on below may hold the text there. */
const raise = /\b(?:raise|throw)\b[^]*[^\s(,{[]\s*$/

/** The words of a text, without what stands for data. */
export function wordsOf(text: string): string {
  return listWords(text).join(' ')
}

function listWords(text: string): readonly string[] {
  return text.replace(placeholder, ' ').match(word) ?? []
}

/** The words of a text that the source line writes out in quotes; the others were put in. Empty when there are none. */
export function wordsOfLine(text: string, line: string): string {
  if (!raising.test(line) || cut.test(line)) return ''
  const written = [...line.matchAll(literal)].map(([, , content]) => content).join('\n')
  if (written === '') return ''
  return listWords(text)
    .filter((one) => written.includes(one))
    .join(' ')
}

/** Whether a source line raises an error with a text that it was given, so that the line is the same for all of them. */
export function raisesGivenText(text: string, line: string): boolean {
  return raise.test(line) && wordsOfLine(text, line) === ''
}

/** Whether a source line raises an error with a text of which words were given to it; data in quotes and numbers are none. */
export function isGivenText(text: string, line: string): boolean {
  if (!raising.test(line)) return false
  const said = wordsOf(skeletonOf(text))
  if (said === '') return false
  const written = wordsOfLine(said, line)
  return written === '' ? raisesGivenText(text, line) : written !== said
}
