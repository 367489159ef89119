import type { Scene } from '../scene/scene.js'
import { messageSignals } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const breaks =
  /decod|parse|unmarshal|deseriali|malformed|invalid|unexpected|cannot (convert|read|process)|schema|poison|redeliver|too (large|big|deep|many)|payload|corrupt|skipping|attempt|nested|oversize|bytes|out of range|constraint/i
/** Ids as messages name them: offsets, orders, tenants, UUIDs. */
const id =
  /\b(?:(?:offset|id|key|order|invoice|tenant|account|customer|message|msg|record|event|user|batch|document|job|row|file|org|shop|merchant)[ =:#-]+["']?([\w-]*\d[\w-]*|[\w]+-[\w-]+)|([0-9a-f]{8}-[0-9a-f-]{27}))/gi
const shareMin = 0.6
const linesMin = 4
/** Values with any name, for lines that don't say something is unreadable: nearly all lines must contain the value. */
const named = /(?<![\w.-])[\w.-]+=["']?((?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{6,})/g
const quantity = /^\d+(\.\d+)?[a-z]{1,3}$/i
const time = /^\d{4}-\d\d-\d\d/
const namedShareMin = 0.75

/** One record, message or sender occurs in most of the errors: the data is bad, not the code. */
export function findBadRecord(scene: Scene): ExternalCause | undefined {
  return findBrokenRecord(scene) ?? findCommonRecord(scene)
}

/** A record never seen before occurs in nearly all lines of a kind that otherwise varies. */
function findCommonRecord({ facts, departures, onset }: Scene): ExternalCause | undefined {
  if (onset === null) return undefined
  const diffs = facts.changes.map(({ diff }) => diff ?? '').join('\n')
  const loud = departures.filter(
    ({ source, level, count }) => source === 'log' && level !== 'info' && level !== 'debug' && count >= linesMin,
  )
  for (const { service, name, evidence } of loud) {
    const examples = facts.logPatterns
      .filter((one) => one.service === service && one.pattern === name)
      .flatMap((one) => one.examples)
    const now = examples
      .filter(({ at }) => at >= onset - 120_000)
      .map(({ body }) => new Set([...body.matchAll(named)].map(([, value = '']) => value)))
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
        !diffs.includes(value),
    )
    if (best)
      return {
        name: 'bad-record',
        sentence: `most of the new log lines concern one record, ${best[0]}`,
        weight: 2.4,
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
  if (total < linesMin || count / total < shareMin) return undefined
  return {
    name: 'bad-record',
    sentence: `most errors concern one record, ${best}`,
    weight: 3.2,
    remediation: 'purge-bad-data',
    changeId: null,
    evidence: spoken.map(({ evidence }) => evidence),
  }
}

function idsOf(line: string): string[] {
  return [...line.matchAll(id)].map(([, named, uuid]) => named ?? uuid ?? '')
}
