import type { Scene } from '../scene/scene.js'
import { messageSignals } from './message-signals.js'
import type { ExternalCause } from './signature.js'
import type { SymptomKind } from '../signals/symptom-kinds.js'

const breaks =
  /decod|parse|unmarshal|deseriali|malformed|invalid|unexpected|cannot (convert|read|process)|schema|poison|redeliver|too (large|big|deep|many)|payload|corrupt|skipping|attempt|nested|oversize|bytes|out of range|constraint/i
/** Ids as messages name them: offsets, orders, tenants, UUIDs. */
const id =
  /\b(?:(?:offset|id|key|order|invoice|tenant|account|customer|message|msg|record|event|user|batch|document|job|row|file|org|shop|merchant)[ =:#-]{1,8}["']?([a-z_-]*\d[\w-]*|\w+-[\w-]+)|([0-9a-f]{8}-[0-9a-f-]{27}))/gi
const shareMin = 0.6
const linesMin = 4
/** Values with any name, for lines that don't say something is unreadable: nearly all lines must contain the value. */
const named = /(?<![\w.-])[\w.-]+=["']?((?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{6,})/g
const uuid = /\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})\b/gi
const quantity = /^\d+(\.\d+)?[a-z]{1,3}$/i
const time = /^\d{4}-\d\d-\d\d/
const namedShareMin = 0.75
/** Symptoms of a service that dies. */
const fatal: ReadonlySet<SymptomKind> = new Set(['crash', 'oom'])

/** One record, message or sender occurs in most of the errors: the data is bad, not the code. */
export function findBadRecord(scene: Scene): ExternalCause | undefined {
  return findBrokenRecord(scene) ?? findCommonRecord(scene)
}

/**
 * A record never seen before occurs in nearly all lines of a kind that otherwise varies. A service that crashes can't
 * complain about the record that kills it, so its quiet lines count as well.
 */
function findCommonRecord({ facts, departures, signals, onset }: Scene): ExternalCause | undefined {
  if (onset === null) return undefined
  const crashing = new Set(
    signals.filter(({ bad, kinds }) => bad && kinds.some((kind) => fatal.has(kind))).map(({ service }) => service),
  )
  const diffs = facts.changes.map(({ diff }) => diff ?? '').join('\n')
  const telling = departures.filter(
    ({ source, service, level, count }) =>
      source === 'log' && (crashing.has(service) || (level !== 'info' && level !== 'debug')) && count >= linesMin,
  )
  for (const { service, name, evidence } of telling) {
    const examples = facts.logPatterns
      .filter((one) => one.service === service && one.pattern === name)
      .flatMap((one) => one.examples)
    const now = examples
      .filter(({ at }) => at >= onset - 120_000)
      .map(({ body }) => new Set([...body.matchAll(named), ...body.matchAll(uuid)].map(([, value = '']) => value)))
    const before = facts.logPatterns
      .flatMap((one) => one.examples)
      .filter(({ at }) => at < onset - 120_000)
      .map(({ body }) => body)
      .join('\n')
    const counts = new Map<string, number>()
    for (const values of now) for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    const best = [...counts].find(
      ([value, count]) =>
        count >= 3 &&
        count / now.length >= namedShareMin &&
        !quantity.test(value) &&
        !time.test(value) &&
        !before.includes(value) &&
        !diffs.includes(value) &&
        !isEndpoint(
          value,
          examples.map(({ body }) => ({ text: body })),
        ),
    )
    if (best)
      return {
        name: 'bad-record',
        sentence: crashing.has(service)
          ? `one record, ${best[0]}, crashes ${service}`
          : `most of the new log lines concern one record, ${best[0]}`,
        weight: crashing.has(service) ? 3.2 : 2.4,
        remediation: 'purge-bad-data',
        changeId: null,
        evidence: [evidence],
      }
  }
  return undefined
}

function findBrokenRecord(scene: Scene): ExternalCause | undefined {
  const spoken = messageSignals(scene).filter(({ service }) => service === scene.alerting || scene.alerting === null)
  const patterns = scene.facts.logPatterns.filter(
    ({ service, level }) => service === scene.alerting && level !== 'info' && level !== 'debug',
  )
  const lines = patterns.flatMap(({ examples, count }) =>
    examples.map(({ body, attributes }) => ({
      text: `${body} ${Object.entries(attributes)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`,
      // A few examples may represent many lines, or one only itself.
      count: count / examples.length,
    })),
  )
  const counts = new Map<string, number>()
  for (const { text, count } of lines.filter((one) => breaks.test(one.text)))
    for (const found of new Set(idsOf(text))) counts.set(found, (counts.get(found) ?? 0) + count)
  const [best, count] = [...counts].reduce<[string, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    ['', 0],
  )
  const total = lines.reduce((sum, one) => sum + one.count, 0)
  if (total < linesMin || count / total < shareMin || isEndpoint(best, lines)) return undefined
  return {
    name: 'bad-record',
    sentence: `most errors concern one record, ${best}`,
    weight: 3.2,
    remediation: 'purge-bad-data',
    changeId: null,
    evidence: spoken.map(({ evidence }) => evidence),
  }
}

/** A value that begins a host name in the same lines is where calls go, not what is in them. */
function isEndpoint(value: string, lines: readonly { text: string }[]): boolean {
  const asHost = new RegExp(`(^|[\\s/@"'])${value}(\\.[a-z0-9-]+)+:?\\b`, 'i')
  return lines.some(({ text }) => asHost.test(text))
}

function idsOf(line: string): string[] {
  // A single digit is a position, as in "at row 1".
  return [...line.matchAll(id)].map(([, named, uuid]) => named ?? uuid ?? '').filter((found) => found.length > 1)
}
