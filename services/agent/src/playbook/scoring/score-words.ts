import type { Change } from '@signalbox/contracts'
import type { Edit } from '../changes/edit.js'
import { sectionOf } from '../mechanisms/value-changed.js'
import { tellingWords } from '../text/words.js'
import type { ScorePart } from './hypothesis.js'
import { particularNames, type Vocabulary } from './vocabulary.js'
import { weights } from './weights.js'

/** What errors and diff have in common: words by their rarity, names that the errors cite. */
export function scoreWords(vocabulary: Vocabulary, change: Change, edit: Edit): { part: ScorePart; isNamed: boolean } {
  const shared = sharedWords(vocabulary, change, edit)
  const sum = shared.reduce((total, { weight }) => total + weight, 0)
  const named = citedName(vocabulary, change.files, edit)
  const { words } = weights
  const score = Math.min(words.max, words.each * sum) + (named?.weight ?? 0)
  const list = shared.slice(0, 4).map(({ word }) => word)
  const reasons = [
    ...(named ? [`the errors name \`${named.name}\`, which it changes`] : []),
    ...(list.length > 0 ? [`shares words with the errors: ${list.join(', ')}`] : []),
  ]
  return { part: { name: 'words', score, reason: reasons.join('; ') }, isNamed: named !== undefined }
}

interface SharedWord {
  word: string
  weight: number
}

/** Words of the errors that stand in the change, the heaviest first. */
function sharedWords({ said, rarity }: Vocabulary, { title, files }: Change, edit: Edit): SharedWord[] {
  const removed = tellingWords(edit.removed.map(({ code }) => code).join('\n'))
  const added = tellingWords(edit.added.map(({ code }) => code).join('\n'))
  const sections = tellingWords(edit.pairs.map((pair) => sectionOf(edit, pair)).join('\n'))
  const around = tellingWords(`${edit.before}\n${edit.after}\n${title} ${files.join(' ')}`)
  const { words } = weights
  const placeOf = (word: string) => {
    if (removed.has(word) !== added.has(word)) return words.exchanged
    if (removed.has(word) || sections.has(word)) return words.inChangedLine
    return around.has(word) ? words.around : 0
  }
  return [...said]
    .map((word) => ({ word, weight: placeOf(word) * rarity(word) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
}

/** @returns the most telling name of the changed lines that the errors cite. */
function citedName(
  { frames, missing, texts, names }: Vocabulary,
  files: readonly string[],
  edit: Edit,
): { name: string; weight: number } | undefined {
  const changed = [...edit.removed, ...edit.added].map(({ code }) => code).join('\n')
  const { words } = weights
  const object = missing.find((name) => new RegExp(`\\b${escape(name)}\\b`).test(changed))
  if (object !== undefined) return { name: object, weight: words.frame }
  const paths = edit.known ? [...files, ...edit.hunks.map(({ path }) => path)] : []
  const headings = edit.hunks.map(({ heading }) => heading).join('\n')
  const frame = frames.find((name) => isPathOf(name, paths) || isFunctionIn(name, `${changed}\n${headings}`))
  if (frame !== undefined) return { name: frame, weight: words.frame }
  const total = texts.reduce((sum, { count }) => sum + count, 0)
  const once = particularNames(exchangedText(edit))
  const literal = once.find((name) => {
    if (!names.has(name) && !/\s/.test(name)) return false
    const lines = texts.filter(({ text }) => text.includes(name)).reduce((sum, { count }) => sum + count, 0)
    return total > 0 && lines / total >= words.literalShareMin
  })
  return literal === undefined ? undefined : { name: literal, weight: words.literal }
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

/** Lines of which something is lost or new; a name that stands on both sides was not changed. */
function exchangedText({ removed, added }: Edit): string {
  const names = (lines: Edit['removed']) => new Set(particularNames(lines.map(({ code }) => code).join('\n')))
  const [before, after] = [names(removed), names(added)]
  const once = [...[...before].filter((name) => !after.has(name)), ...[...after].filter((name) => !before.has(name))]
  return once.map((name) => JSON.stringify(name)).join('\n')
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
