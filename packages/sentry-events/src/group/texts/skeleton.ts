import { replaceIn, type Replacement } from '../value.js'
import { normalizeText } from './plain-text.js'

/** What applications write into their texts, by its form. */
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
  // How Rust prints what may be missing, and lists of numbers.
  { by: ': <value>', hint: /: (?:None|Some)/, pattern: /: (?:None|Some\([^()]{0,300}\))(?=[ ,}])/g },
  { by: '[<n>]', hint: /\[</, pattern: /\[(?:<(?:int|float|hex|id)>(?:, )?){1,200}\]/g },
  { by: '', hint: /\(/, pattern: / ?\([^()]{0,300}\)/g },
  { by: '=<value>', hint: /=/, pattern: /=[^\s,;)\]}]{1,200}/g },
  { by: '<n>', hint: /</, pattern: /-?(?:<(?:int|float|hex|id|git_sha|uuid|md5|sha1)>[-_.]?){1,20}/g },
]

/**
 * The words of a text alone: also what stands in quotes, behind an equals sign or is a path goes. For texts beside a
 * stack, which only have to tell apart what one function says.
 */
export function skeletonOf(value: string): string {
  return replaceIn(normalizeText(value), data).trim()
}
