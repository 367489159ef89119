import { parseTimestamp } from '@signalbox/contracts'
import type { InvestigatedSession } from '../investigation/investigation.js'
import type { AlertFacts } from './fact-pack.js'
import { readMomentOfText } from './moment-of-text.js'

/** Field names for the parts of an alert, most specific first: alert managers and monitors all use their own. */
const names = {
  service: ['service', 'service_name', 'service.name', 'app', 'application', 'component', 'job'],
  metric: ['metric', 'metric_name', 'metric.name'],
  threshold: ['threshold', 'limit'],
  observed: ['observed', 'observed_value', 'current_value', 'value', 'actual'],
  firedAt: ['fired_at', 'firedat', 'triggered_at', 'starts_at', 'startsat', 'started_at', 'occurred_at', 'timestamp'],
} as const

/** How deep contexts are searched; deeper values are details. */
const depthMax = 6

interface Leaf {
  name: string
  value: unknown
}

/**
 * Reads the alert that a session was started for. The context may be any JSON: fields are searched for at every level,
 * those closest to the top first.
 */
export function readAlert({ prompt, context, origin, createdAt }: InvestigatedSession, asOf: number): AlertFacts {
  const leaves = leavesOf(context)
  const texts = leaves.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const told = firstOf(leaves, names.firedAt, readMoment)
  const moment = told ?? readMomentOfText(prompt, createdAt)
  const firedAt = moment ?? createdAt
  const metric = firstOf(leaves, names.metric, readText) ?? null
  const isQuestion = origin.kind === 'manual' && moment === undefined && metric === null
  return {
    service: firstOf(leaves, names.service, readText) ?? null,
    metric,
    threshold: firstOf(leaves, names.threshold, readNumber) ?? null,
    observed: firstOf(leaves, names.observed, readNumber) ?? null,
    firedAt: Math.min(firedAt, asOf),
    isFired: told !== undefined,
    isFailureQuestion: isQuestion && isFailureQuestion(prompt),
    text: [prompt, ...texts].join('\n'),
  }
}

/**
 * Resolves the service an alert is about to one of the known services: the service it names, or else the first one
 * mentioned in its text (the longest if several match at the same position). An unknown service keeps the name it was
 * given.
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

/** Position at which a text mentions a name, or -1. Parts of longer words don't match. */
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

/** Scalar values, breadth first. */
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

const asksWhy =
  /\b(why|how come|what(['’]s| is| was| went| goes)? (going )?wrong|what (is |was |has |have |are )?(br(eak|oke)\w*|fail\w*|crash\w*|caus\w*)|cause (of|for|behind)|reasons? (for|behind|why)|explain|investigate|debug|find out)\b/i
const failure =
  /\b(fail\w*|err(or(s|ed|ing)?|s)?|exceptions?|crash\w*|br(eak|oke)\w*|wrong|throw(s|n|ing)?|declin\w*|reject\w*|refus\w*|[45]\d\d|[45]xx|down|outage|incidents?|problems?|not work\w*|n['’]?t work\w*|can['’]?t|cannot|unable)\b/i

/** True for questions such as `Why do checkouts fail?` or `What is wrong?`, but not `Is checkout ok?` or `Why is it slow?`. */
function isFailureQuestion(prompt: string): boolean {
  return asksWhy.test(prompt) && failure.test(prompt)
}
