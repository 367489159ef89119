import type { Edit } from '../changes/edit.js'
import { targetOf } from '../changes/pair-lines.js'
import { splitWords } from '../text/words.js'
import type { SharedWords } from './symptom-words.js'
import { specificNames, type Vocabulary } from './vocabulary.js'

/** Words that a change shares with messages, and the changed name that errors cite. */
export interface SharedReading extends SharedWords {
  cited: { name: string } | undefined
}

/** Minimum share of the problem's lines that must contain a literal of the diff. */
const literalShareMin = 0.4

/** @returns The most specific name in the changed lines that the errors cite. */
export function citedName(
  { frames, missing, texts, names }: Vocabulary,
  files: readonly string[],
  edit: Edit,
): { name: string } | undefined {
  const changed = [...edit.removed, ...edit.added].map(({ code }) => code).join('\n')
  const object = missing.find((name) => new RegExp(`\\b${escape(name)}\\b`).test(changed))
  if (object !== undefined) return { name: object }
  const paths = edit.known ? [...files, ...edit.hunks.map(({ path }) => path)] : []
  const headings = edit.hunks.map(({ heading }) => heading).join('\n')
  const frame = frames.find((name) => isPathOf(name, paths) || isFunctionIn(name, `${changed}\n${headings}`))
  if (frame !== undefined) return { name: frame }
  const total = texts.reduce((sum, { count }) => sum + count, 0)
  const isFrequent = (isIn: (text: string) => boolean) => {
    const lines = texts.filter(({ text }) => isIn(text)).reduce((sum, { count }) => sum + count, 0)
    return total > 0 && lines / total >= literalShareMin
  }
  const once = specificNames(exchangedText(edit))
  const literal = once.find((name) => (names.has(name) || /\s/.test(name)) && isFrequent((text) => text.includes(name)))
  const field = () => refilledFields(edit).find((name) => isFrequent((text) => joined(text).includes(joined(name))))
  const name = literal ?? field()
  return name === undefined ? undefined : { name }
}

/** Fields that receive another value than before. Other programs may write their names in another case. */
function refilledFields({ pairs }: Edit): string[] {
  return pairs.flatMap(({ before, after }) => {
    const name = (targetOf(before.code) ?? '').replace(/["']/g, '')
    const isSame = name === (targetOf(after.code) ?? '').replace(/["']/g, '')
    return isSame && splitWords(name).length > 2 ? [name] : []
  })
}

/** A name without its separators and case: `price_ct_per_kwh` and `priceCtPerKwh` are the same. */
function joined(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '')
}

function isPathOf(name: string, paths: readonly string[]): boolean {
  return (
    /\.\w+$/.test(name) && paths.some((path) => path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`))
  )
}

function isFunctionIn(name: string, code: string): boolean {
  const own = name.split(/[.:#]/).at(-1) ?? name
  return own.length > 5 && /^[\w$]+$/.test(own) && new RegExp(`\\b${own}\\b`).test(code)
}

/** Text of lines that were removed or added; a name on both sides wasn't changed. */
function exchangedText({ removed, added }: Edit): string {
  const names = (lines: Edit['removed']) => new Set(specificNames(lines.map(({ code }) => code).join('\n')))
  const [before, after] = [names(removed), names(added)]
  const once = [...[...before].filter((name) => !after.has(name)), ...[...after].filter((name) => !before.has(name))]
  return once.map((name) => JSON.stringify(name)).join('\n')
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
