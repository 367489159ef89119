import type { Edit, EditedLine } from '../changes/edit.js'
import { asPhrase } from '../text/words.js'
import type { Finding } from './mechanism.js'
import { protections, type Protection } from './protections.js'

/** Protections that stand more often in what was removed than in what came for it. */
export function findRemovedProtections(edit: Edit): Finding[] {
  return protections.flatMap((protection) => {
    const before = edit.removed.filter(({ code }) => shows(protection, code))
    const after = edit.added.filter(({ code }) => shows(protection, code))
    const line = mostLost(before, after, protection)
    return line === undefined ? [] : [toFinding(protection, line)]
  })
}

function shows({ code, words }: Protection, line: string): boolean {
  return (code?.test(line) ?? false) || (words?.test(asPhrase(line)) ?? false)
}

/** @returns a removed line whose protection has no counterpart; undefined when all have one. */
function mostLost(
  before: readonly EditedLine[],
  after: readonly EditedLine[],
  protection: Protection,
): EditedLine | undefined {
  if (before.length === 0) return undefined
  if (protection.name === 'call-option' && after.length > 0) return undefined
  const count = (lines: readonly EditedLine[]) =>
    lines.reduce((sum, { code }) => sum + occurrences(protection, code), 0)
  return count(before) > count(after) ? before[0] : undefined
}

function occurrences({ code, words }: Protection, line: string): number {
  const inCode = code === undefined ? 0 : matches(code, line)
  const inWords = words === undefined ? 0 : matches(words, asPhrase(line))
  return Math.max(inCode, inWords)
}

function matches(pattern: RegExp, text: string): number {
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].length
}

function toFinding({ name, what, weight, predicts }: Protection, { code }: EditedLine): Finding {
  return { mechanism: `${name}-removed`, sentence: `removes ${what}`, weight, predicts, line: code }
}
