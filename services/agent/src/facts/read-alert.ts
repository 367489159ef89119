import { parseTimestamp } from '@signalbox/contracts'
import type { InvestigatedSession } from '../investigation/investigation.js'
import type { AlertFacts } from './fact-pack.js'
import { readMomentOfText } from './moment-of-text.js'

/** Names that the parts of an alert go by, the surest first: alert managers and monitors all have their own. */
const names = {
  service: ['service', 'service_name', 'service.name', 'app', 'application', 'component', 'job'],
  metric: ['metric', 'metric_name', 'metric.name'],
  threshold: ['threshold', 'limit'],
  observed: ['observed', 'observed_value', 'current_value', 'value', 'actual'],
  firedAt: ['fired_at', 'firedat', 'triggered_at', 'starts_at', 'startsat', 'started_at', 'occurred_at', 'timestamp'],
} as const

/** Contexts are searched this deep: what lies deeper is detail. */
const depthMax = 6

interface Leaf {
  name: string
  value: unknown
}

/**
 * What a session was started for. Its context may be any JSON: names are looked for wherever they stand, those nearest
 * to the top first.
 */
export function readAlert({ prompt, context, createdAt }: InvestigatedSession, asOf: number): AlertFacts {
  const leaves = leavesOf(context)
  const texts = leaves.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const told = firstOf(leaves, names.firedAt, readMoment)
  const firedAt = told ?? readMomentOfText(prompt, createdAt) ?? createdAt
  return {
    service: firstOf(leaves, names.service, readText) ?? null,
    metric: firstOf(leaves, names.metric, readText) ?? null,
    threshold: firstOf(leaves, names.threshold, readNumber) ?? null,
    observed: firstOf(leaves, names.observed, readNumber) ?? null,
    firedAt: Math.min(firedAt, asOf),
    isFired: told !== undefined,
    text: [prompt, ...texts].join('\n'),
  }
}

/**
 * The service that an alert is about, among those that are known: by its own words, else by the first that its text
 * names, the longest of those that begin at the same place. A service that nobody knows stays as it was named.
 */
export function nameService({ service, text }: AlertFacts, known: readonly string[]): string | null {
  if (service !== null) return known.find((name) => name.toLowerCase() === service.toLowerCase()) ?? service
  const found = known.flatMap((name) => {
    const place = placeOfName(text, name)
    return place === -1 ? [] : [{ name, place }]
  })
  const [first] = found.sort((a, b) => a.place - b.place || b.name.length - a.name.length)
  return first?.name ?? null
}

/** Where a text names something, -1 where it does not: not as a part of a longer word. */
export function placeOfName(text: string, name: string): number {
  const word = /[0-9a-z_]/i
  const [haystack, needle] = [text.toLowerCase(), name.toLowerCase()]
  if (needle === '') return -1
  let place = haystack.indexOf(needle)
  while (place !== -1) {
    const around = [haystack[place - 1] ?? '', haystack[place + needle.length] ?? '']
    if (!around.some((letter) => word.test(letter))) return place
    place = haystack.indexOf(needle, place + 1)
  }
  return -1
}

/** Values without parts, level by level. */
function leavesOf(context: unknown): Leaf[] {
  const leaves: Leaf[] = []
  let level: Leaf[] = [{ name: '', value: context }]
  for (let depth = 0; depth < depthMax; depth += 1) {
    leaves.push(...level.filter(({ value }) => typeof value !== 'object'))
    level = level.flatMap(({ value }) => partsOf(value))
  }
  return leaves
}

function partsOf(value: unknown): Leaf[] {
  if (typeof value !== 'object' || value === null) return []
  const parts: Record<string, unknown> = { ...value }
  return Object.entries(parts).map(([name, part]) => ({ name: name.toLowerCase(), value: part }))
}

function firstOf<T>(
  leaves: readonly Leaf[],
  wanted: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of wanted) {
    for (const leaf of leaves) {
      const value = leaf.name === name ? read(leaf.value) : undefined
      if (value !== undefined) return value
    }
  }
  return undefined
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function readMoment(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined
}
