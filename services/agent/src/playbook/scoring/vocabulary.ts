import type { Change } from '@signalbox/contracts'
import type { ErrorGroupFacts } from '../../facts/fact-pack.js'
import type { Pieces } from '../../investigation/pieces.js'
import type { Scene } from '../scene/scene.js'
import { messageSignals } from '../external/message-signals.js'
import { splitWords, distinctiveWords } from '../text/words.js'

/** Messages of what broke, and the rarity of their words among the changes. */
export interface Vocabulary {
  /** Words of alert, warnings, errors and failing spans. */
  said: ReadonlySet<string>
  /** The messages, with the number of lines each represents. */
  texts: readonly { text: string; count: number }[]
  /** Specific names in the messages. */
  names: ReadonlySet<string>
  /** Functions and files of stack frames. */
  frames: readonly string[]
  /** Tables, columns and topics that errors report as missing. */
  missing: readonly string[]
  /** 0 for a word in every change, 1 for a word in only one. */
  rarity: (word: string) => number
}

const missingName =
  /(?:relation|table|column|view|index|topic|queue|bucket|collection)\s+["'`]?([\w.-]+)["'`]?\s+(?:does(?: not|n'?t)|doesn't) exist|no such (?:table|column|topic|index)[: ]+["'`]?([\w.-]+)|unknown (?:column|table|topic)[: ]+["'`]?([\w.-]+)/gi

export function* readVocabulary(scene: Scene, changes: readonly Change[]): Pieces<Vocabulary> {
  const { alert, errorGroups } = scene.facts
  const spoken = messageSignals(scene)
  const texts = spoken.map(({ text, count }) => ({ text, count: Math.max(1, count) }))
  const all = [alert.text, ...texts.map(({ text }) => text)].join('\n')
  const names = new Set([...scene.facts.services].flatMap((service) => [...distinctiveWords(service)]))
  return {
    said: new Set([...distinctiveWords(all)].filter((word) => !names.has(word))),
    texts,
    names: new Set(specificNames(all)),
    frames: [...framesIn(all), ...framesOf(errorGroups)],
    missing: [...all.matchAll(missingName)].flatMap((match) =>
      match.slice(1).flatMap((name: string | undefined) => name ?? []),
    ),
    rarity: yield* rarityAmong(changes),
  }
}

const sourceFile =
  /(?<![\w/.])((?:[\w-]+\/)*[\w-]+\.(?:go|py|rb|js|ts|tsx|jsx|mjs|java|kt|scala|cs|php|rs|ex|cpp|c|swift|sql))(?::\d+|\b)/g
/** File names that exist in every service and say little. */
const everywhere = /(^|\/)(index|main|app|server|__init__|init|mod|lib|types|utils?|base|errors?)\.\w+$/

/** Source files named in messages. */
function framesIn(text: string): string[] {
  return [...text.matchAll(sourceFile)].map(([, file = '']) => file).filter((file) => !everywhere.test(file))
}

function framesOf(groups: readonly ErrorGroupFacts[]): string[] {
  return groups
    .filter(({ state }) => state !== 'known')
    .flatMap(({ frames }) => frames.slice(0, framesMax).flatMap(({ function: name, file }) => [name, file]))
    .filter((name) => !everywhere.test(name))
}

/** The innermost frames are where it broke; the outer ones only led there. */
const framesMax = 4

/** Share of changes with a diff that contain a word, as a rarity. */
function* rarityAmong(changes: readonly Change[]): Pieces<(word: string) => number> {
  const documents = changes.flatMap(({ diff }) => (diff === null || diff === '' ? [] : [diff]))
  const counts = new Map<string, number>()
  for (const diff of documents) {
    for (const word of distinctiveWords(diff)) counts.set(word, (counts.get(word) ?? 0) + 1)
    yield
  }
  const most = Math.log(documents.length + 2)
  return (word) => (most - Math.log((counts.get(word) ?? 0) + 1)) / most
}

/** Names in code that are too specific to be there by chance: `dashboard_favorites`, `SMS_TOKEN`, `totalCents`. */
export function specificNames(code: string): string[] {
  const quoted = [...code.matchAll(/["'`]([^"'`]{6,80})["'`]/g)].map(([, text = '']) => text.trim())
  const compound = [...code.matchAll(/[A-Za-z_$][\w$.-]{5,}/g)]
    .map(([text]) => text)
    .filter((text) => splitWords(text).length > 1)
  return [...new Set([...quoted, ...compound])]
}
