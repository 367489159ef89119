import { minuteMs } from '@signalbox/contracts'
import type { LogPatternFacts } from '../../facts/fact-pack.js'
import type { Pieces } from '../../investigation/pieces.js'
import type { Edit } from '../changes/edit.js'
import type { Scene } from '../scene/scene.js'
import { splitWords, distinctiveWords } from '../text/words.js'

/** Messages about the problem, and the rarity of their words among changes and in quiet times. */
export interface SymptomWords {
  /** Words of alert, new lines, errors and failing spans, each with its rarity, 0 to 1. */
  said: ReadonlyMap<string, number>
  /** Complete identifiers in current messages that didn't occur before. */
  names: ReadonlySet<string>
  /** Identifiers in telemetry with the time they were first seen, Unix milliseconds. */
  firstSeen: ReadonlyMap<string, number>
}

export function* readSymptomWords(scene: Scene, documents: readonly string[]): Pieces<SymptomWords> {
  const { facts, departures, onset } = scene
  const since = (onset ?? facts.alert.firedAt) - 5 * minuteMs
  const told = departures.filter(({ at, source, level }) => at >= since && (source !== 'log' || level !== 'debug'))
  const lines = [...new Set(told.map(({ text }) => text))].filter((text) => text !== '')
  const quiet = facts.logPatterns.filter(({ firstAt }) => firstAt < since - 10 * minuteMs).map(textOf)
  const all = [facts.alert.text, ...lines].join('\n')
  const rarity = yield* rarityAmong([...documents, ...quiet])
  const before = quiet.join('\n')
  const seenNames = new Set(identifiersIn(before))
  return {
    said: new Map(
      [...distinctiveWords(all), ...identifiersIn(all).map((name) => name.toLowerCase())].map((word) => [
        word,
        rarity(word),
      ]),
    ),
    names: new Set(identifiersIn(all).filter((name) => !seenNames.has(name))),
    firstSeen: firstSeen(facts.logPatterns),
  }
}

function textOf({ pattern, examples }: LogPatternFacts): string {
  return [pattern, ...examples.map(({ body, attributes }) => `${body} ${Object.values(attributes).join(' ')}`)].join(
    '\n',
  )
}

/** Rarity of a word among documents: 1 if none contains it, 0 if all do. */
function* rarityAmong(documents: readonly string[]): Pieces<(word: string) => number> {
  const counts = new Map<string, number>()
  for (const text of documents) {
    const words = new Set([...distinctiveWords(text), ...identifiersIn(text).map((name) => name.toLowerCase())])
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    yield
  }
  const most = Math.log(documents.length + 2)
  return (word) => Math.max(0, 1 - Math.log(1 + (counts.get(word) ?? 0)) / most)
}

/** Identifiers in code and configuration: compound words, or words with digits or symbols inside. */
export function identifiersIn(text: string): string[] {
  return [...text.matchAll(/[A-Za-z_$][\w$]*(?:[.:/-][\w$]+)*/g)]
    .map(([name]) => name.replace(/[.:/-]+$/, ''))
    .filter((name) => name.length >= 5 && splitWords(name).length > 1)
}

function firstSeen(patterns: readonly LogPatternFacts[]): Map<string, number> {
  const seen = new Map<string, number>()
  for (const pattern of patterns) {
    for (const name of identifiersIn(pattern.pattern)) {
      seen.set(name, Math.min(seen.get(name) ?? Infinity, pattern.firstAt))
    }
    for (const { at, body, attributes } of pattern.examples) {
      const text = `${body} ${Object.entries(attributes).flat().join(' ')}`
      for (const name of identifiersIn(text)) seen.set(name, Math.min(seen.get(name) ?? Infinity, at))
    }
  }
  return seen
}

/** What a change has in common with messages. */
export interface SharedWords {
  /** Total rarity of the shared words that the diff adds or removes. */
  changed: number
  literal: number
  /** Rarest first, for explanations. */
  words: readonly string[]
}

/** @param since When the change took effect, Unix milliseconds. */
export function shareWords(
  { said, names, firstSeen: seen }: SymptomWords,
  { edit, since }: { edit: Edit; since: number },
): SharedWords {
  const [added, removed] = [codeOf(edit.added), codeOf(edit.removed)]
  const [addedWords, removedWords] = [wordsOf(added), wordsOf(removed)]
  const once = new Set([...addedWords].filter((word) => !removedWords.has(word)))
  for (const word of removedWords) if (!addedWords.has(word)) once.add(word)
  const weigh = (words: ReadonlySet<string>) =>
    [...words].flatMap((word): [string, number][] => {
      const weight = said.get(word) ?? 0
      return weight > 0 ? [[word, weight]] : []
    })
  const sum = (list: readonly [string, number][]) => list.reduce((total, [, weight]) => total + weight ** 2, 0)
  const changed = weigh(once).sort((a, b) => b[1] - a[1])
  const removedNames = new Set(identifiersIn(removed))
  const literals = [...new Set(identifiersIn(added))].filter(
    (name) => !removedNames.has(name) && (seen.get(name) ?? -Infinity) >= since - minuteMs,
  )
  return {
    changed: sum(changed),
    literal: Math.min(1, literals.filter((name) => names.has(name)).length / 2 + literals.length / 4),
    words: changed.slice(0, 4).map(([word]) => word),
  }
}

function codeOf(lines: Edit['added']): string {
  return lines.map(({ code }) => code).join('\n')
}

function wordsOf(text: string): Set<string> {
  return new Set([...distinctiveWords(text), ...identifiersIn(text).map((name) => name.toLowerCase())])
}
