import type { Edit } from '../changes/edit.js'
import type { EditedLine } from '../changes/edited-line.js'
import { asPhrase } from '../text/words.js'
import type { Finding } from './mechanism.js'
import { protections, type Protection } from './protections.js'

interface Line {
  code: string
  phrase: string
}

/** Protections that occur more often in the removed lines than in the added ones. */
export function findRemovedProtections({ removed, added }: Edit): Finding[] {
  if (removed.length === 0) return []
  const [before, after] = [removed.map(read), added.map(read)]
  return protections.flatMap((protection) => {
    const line = findLost(protection, before, after)
    return line === undefined ? [] : [toFinding(protection, line)]
  })
}

function read({ code }: EditedLine): Line {
  return { code, phrase: asPhrase(code) }
}

/** @returns A removed line whose protection has no counterpart; undefined if all have one. */
function findLost(protection: Protection, before: readonly Line[], after: readonly Line[]): Line | undefined {
  const first = before.find((line) => shows(protection, line))
  if (!first) return undefined
  // A different setting in its place is a changed value, not a removal.
  if (protection.name === 'call-option' && after.some((line) => shows(protection, line))) return undefined
  const count = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + occurrences(protection, line), 0)
  return count(before) > count(after) ? first : undefined
}

function shows({ code, words }: Protection, line: Line): boolean {
  return (code?.test(line.code) ?? false) || (words?.test(line.phrase) ?? false)
}

function occurrences({ code, words }: Protection, line: Line): number {
  return Math.max(countMatches(code, line.code), countMatches(words, line.phrase))
}

function countMatches(pattern: RegExp | undefined, text: string): number {
  if (!pattern?.test(text)) return 0
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].length
}

function toFinding({ name, what, weight, predicts }: Protection, { code }: Line): Finding {
  return { mechanism: `${name}-removed`, sentence: `removes ${what}`, weight, predicts, line: code }
}
