import type { Edit } from '../changes/edit.js'
import type { LinePair } from '../changes/edited-line.js'
import type { SymptomKind } from '../signals/symptom-kinds.js'
import { asPhrase, splitWords } from '../text/words.js'
import { findKnob, labelOfKnob } from './knobs.js'
import { findLocalRenames, isRenamed } from './local-renames.js'
import type { Finding } from './mechanism.js'
import { sectionOf } from './value-changed.js'

/** The possible kinds of a replaced word. */
interface ExchangedKind {
  name: string
  /** The object of "changes"; null if only the words themselves are certain. */
  what: string | null
  test: (words: { before: string; after: string; line: string }) => boolean
  weight: number
  predicts: readonly SymptomKind[]
}

const address =
  /^\w+:\/\/|^[\w-]+(\.[\w-]+)*\.(com|net|org|io|dev|cloud|co|local|internal|svc|lan|corp|app|eu|de|uk)(:\d+)?(\/|$)|^[\w.-]+:\d{2,5}$|^\d+(\.\d+){3}$/
const either = (pattern: RegExp) => (words: { before: string; after: string }) =>
  pattern.test(words.before) || pattern.test(words.after)

/** Lines that name fields of data. */
const ofFields = /json|yaml|xml|proto|field|column|alias|serial|@|["'`]\w+["'`]\s*[:\]=]|\[["']/

const kinds: readonly ExchangedKind[] = [
  {
    name: 'address-changed',
    what: 'an address',
    test: either(address),
    weight: 2.6,
    predicts: ['dns', 'unreachable', 'tls', 'timeout', 'not-found', 'errors', 'auth'],
  },
  {
    name: 'environment-name-changed',
    what: 'an environment variable',
    test: ({ line, before }) => /env|getenv|secret|config|setting/i.test(line) && /^[A-Z][A-Z0-9_]{3,}$/.test(before),
    weight: 3,
    predicts: ['missing-name', 'crash', 'auth'],
  },
  {
    name: 'header-changed',
    what: 'a header name',
    test: ({ line, before }) => /header/i.test(line) || /^X-/i.test(before),
    weight: 2.6,
    predicts: ['missing-name', 'auth', 'not-found', 'decode'],
  },
  {
    name: 'field-converted',
    what: null,
    test: ({ before, after, line }) =>
      ofFields.test(line) && line.includes(`${before}(`) && line.includes(`${after}(`) && !/^\W|\s/.test(before),
    weight: 2.4,
    predicts: ['decode', 'null-use', 'missing-name', 'data'],
  },
  {
    name: 'field-renamed',
    what: 'a field name',
    test: ({ before, after, line }) => ofFields.test(line) && /^\w+$/.test(before) && /^\w+$/.test(after),
    weight: 2.4,
    predicts: ['missing-name', 'decode', 'null-use', 'missing-object', 'data'],
  },
  {
    name: 'route-changed',
    what: 'a path',
    test: either(/^\/[\w{}:$/.*-]+$/),
    weight: 2.4,
    predicts: ['not-found', 'errors', 'auth'],
  },
  {
    name: 'destination-changed',
    what: null,
    test: ({ line }) =>
      /topic|producer|publish|subscri|consume|queue|stream|bucket|table|index|exchange|routing|collection|subscription|\b(FROM|INTO|UPDATE|JOIN)\b/.test(
        line,
      ),
    weight: 2.2,
    predicts: ['missing-object', 'backlog', 'not-found', 'less-work', 'data', 'auth'],
  },
  {
    name: 'protocol-raised',
    what: 'a protocol version',
    test: either(/tls|ssl|http\/?[123]|proto|cipher|sha\d|rs256|hs256|aes|rsa/i),
    weight: 2.4,
    predicts: ['tls', 'auth', 'unreachable', 'decode'],
  },
  {
    name: 'key-changed',
    what: null,
    test: ({ line }) => /\b(key|partition|shard|group|hash|bucket|id)\b/i.test(asPhrase(line)),
    weight: 2,
    predicts: ['backlog', 'cache-miss', 'data', 'lock', 'db-load', 'throttled', 'cpu'],
  },
  {
    name: 'format-changed',
    what: null,
    test: ({ line, before }) =>
      /format|encode|marshal|serial|parse|pattern|strf|iso|codec|compress/i.test(line) ||
      /%[a-zA-Z]|yyyy/i.test(before),
    weight: 2,
    predicts: ['decode', 'data', 'errors'],
  },
]

/** Addresses, names and options that were replaced in an otherwise unchanged line. */
export function findSwappedNames(edit: Edit): Finding[] {
  const renames = findLocalRenames(edit)
  return edit.pairs.flatMap((pair) => {
    const words = swappedWords(pair)
    return words === undefined || isRenamed(renames, words) ? [] : toFinding(edit, pair, words)
  })
}

function toFinding(edit: Edit, pair: LinePair, words: { before: string; after: string }): Finding[] {
  if (/^[v^~=]*-?\d[\w.+-]*$/.test(words.before)) return []
  const line = `${pair.before.code} ${pair.after.code}`
  const kind = kinds.find(({ test }) => test({ ...words, line }))
  const replaced = `replaces \`${words.before}\` with \`${words.after}\``
  const change = `from \`${words.before}\` to \`${words.after}\``
  const shown = { line: pair.after.code }
  const toggled = toggle(words)
  if (toggled !== undefined) return [{ ...shown, ...toggledFinding(edit, pair, toggled) }]
  if (kind)
    return [
      {
        ...shown,
        mechanism: kind.name,
        sentence: kind.what === null ? replaced : `changes ${kind.what} ${change}`,
        weight: kind.weight,
        predicts: kind.predicts,
      },
    ]
  const ofLine = findKnob(asPhrase(line))
  const knob = ofLine ?? findKnob(asPhrase(sectionOf(edit, pair)))
  if (knob) {
    // If only the section names a setting, what exactly changed is a guess.
    const sentence = ofLine === undefined ? replaced : `changes ${labelOfKnob(knob)} ${change}`
    const predicts = [...new Set([...knob.lower, ...knob.raised])]
    return [{ ...shown, mechanism: 'option-changed', sentence, weight: 2.2, predicts }]
  }
  return [
    {
      ...shown,
      mechanism: 'name-exchanged',
      sentence: replaced,
      weight: 1,
      predicts: ['data', 'missing-name', 'decode', 'null-use', 'not-found'],
    },
  ]
}

/** @returns The single word or literal in which the lines differ. */
export function swappedWords({ before, after }: LinePair): { before: string; after: string } | undefined {
  const [a, b] = [tokens(before.code), tokens(after.code)]
  if (a.length !== b.length) return undefined
  const different = a.flatMap((token, index) => (token === b[index] ? [] : [index]))
  const [index] = different
  if (index === undefined || different.length > 2) return undefined
  return differing(unquote(a[index] ?? ''), unquote(b[index] ?? ''))
}

const token = /"[^"]*"|'[^']*'|`[^`]*`|https?:\/\/\S+|[\w$]+(?:[.:/-][\w$]+)*|[^\s\w]/g

function tokens(code: string): string[] {
  return code.match(token) ?? []
}

function unquote(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, '')
}

/** The texts without their common prefix and suffix: `process.env.A` and `process.env.B` become `A` and `B`. */
function differing(before: string, after: string): { before: string; after: string } {
  // Addresses and paths are more informative in full.
  if (address.test(before) || before.startsWith('/')) return { before, after }
  const isPart = (character: string | undefined) => character !== undefined && /[\w-]/.test(character)
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  while (start > 0 && isPart(before[start - 1])) start -= 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  while (end > 0 && isPart(before.at(-end))) end -= 1
  return { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) }
}

function toggle({ before, after }: { before: string; after: string }): boolean | undefined {
  const on = /^(true|on|yes|enabled|enable|always)$/i
  const off = /^(false|off|no|disabled|disable|never|none)$/i
  if (on.test(before) && off.test(after)) return false
  return off.test(before) && on.test(after) ? true : undefined
}

function toggledFinding(edit: Edit, pair: LinePair, isOn: boolean): Omit<Finding, 'line'> {
  const words = splitWords(`${pair.after.code} ${sectionOf(edit, pair)}`)
  const knob = findKnob(words.join(' '))
  const predicts: readonly SymptomKind[] = knob ? (isOn ? knob.raised : knob.lower) : []
  return {
    mechanism: isOn ? 'switched-on' : 'switched-off',
    sentence: `turns ${isOn ? 'on' : 'off'} \`${pair.after.code.slice(0, 80)}\``,
    weight: 1.8,
    predicts:
      predicts.length > 0
        ? predicts
        : ['errors', 'latency', 'auth', 'cache-miss', 'tls', 'data', 'db-load', 'cpu', 'log-volume'],
  }
}
