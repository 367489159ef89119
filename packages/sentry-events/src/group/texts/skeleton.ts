import { replaceIn, type Replacement } from '../value.js'
import { normalizeText } from './plain-text.js'

/** Data that applications write into texts, by form. */
const data: readonly Replacement[] = [
  {
    by: '<path>',
    hint: /[/\\]/,
    pattern: /(?<![\w<./\\])(?:[A-Za-z]:|\.{1,2})?(?:[/\\][\w.@%+~<>-]{1,200}){1,40}[/\\]?/g,
  },
  { by: '<text>', hint: /"/, pattern: /"(?:[^"\\]|\\.){0,400}"/g },
  { by: '<text>', hint: /`/, pattern: /`[^`]{0,400}`/g },
  { by: '<text>', hint: /'/, pattern: /(?<!\w)'[^']{0,400}'(?!\w)/g },
  { by: '<text>', hint: /[“‘«]/, pattern: /[“‘«][^”’»]{0,400}[”’»]/g },
  // How Rust prints optional values and lists of numbers.
  { by: ': <value>', hint: /: (?:None|Some)/, pattern: /: (?:None|Some\([^()]{0,300}\))(?=[ ,}])/g },
  { by: '[<n>]', hint: /\[</, pattern: /\[(?:<(?:int|float|hex|id)>(?:, )?){1,200}\]/g },
  { by: '', hint: /\(/, pattern: / ?\([^()]{0,300}\)/g },
  { by: '=<value>', hint: /=/, pattern: /=[^\s,;)\]}]{1,200}/g },
  { by: '<n>', hint: /</, pattern: /-?(?:<(?:int|float|hex|id|git_sha|uuid|md5|sha1)>[-_.]?){1,20}/g },
]

/**
 * The words of a text alone: quoted parts, values after an equals sign and paths are removed as well. For texts next to
 * a stack, which only have to distinguish errors within one function.
 */
export function skeletonOf(value: string): string {
  return replaceIn(normalizeText(value), data).trim()
}

/** A quoted part that stands alone: an index or a key in quotes is code. */
const quoted = /(?<=^|\s)(?:(["'`])(?:(?!\1)[^\n]){0,400}\1|[“‘«][^”’»\n]{0,400}[”’»])(?=$|[\s.,;:!?)])/g

/** A text without its quoted parts. */
export function withoutQuotes(text: string): string {
  return text.replace(quoted, '<text>')
}
