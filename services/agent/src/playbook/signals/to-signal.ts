import type { Weighed } from '../departures/weigh-departures.js'
import { formatLevel } from '../text/format-level.js'
import { shorten } from '../text/shorten.js'
import type { Signal } from './signal.js'
import { symptomsOfMetric, symptomsOfText, type SymptomKind } from './symptom-kinds.js'

/** Movements that are harmless in themselves: more work, more queries, more writes. */
const harmless: ReadonlySet<SymptomKind> = new Set([
  'surge',
  'db-load',
  'log-volume',
  'memory',
  'fan-out',
  'cache-miss',
])
const loud: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])
/** Messages that indicate a problem at any log level. */
const alarming = /oom ?-?killed|\bpanic\b|crash ?loop|back-off restarting|segfault|evict/i

/** Converts a departure to a signal: its symptoms, and a sentence that describes it. */
export function toSignal(departure: Weighed): Signal {
  const { service, source, at, text, count, direction, evidence, weight } = departure
  const kinds = kindsOf(departure)
  return {
    service,
    source,
    at,
    kinds,
    bad: isBad(departure, kinds),
    what: describe(departure),
    text,
    count,
    ratio: ratioOf(departure),
    direction,
    weight,
    evidence,
  }
}

function kindsOf({ source, name, text, direction, level }: Weighed): readonly SymptomKind[] {
  if (source === 'metric') return symptomsOfMetric(name, direction)
  if (level === 'debug' || level === 'trace') return ['log-volume']
  if (source === 'span' && text === '') return direction === 'up' ? ['latency'] : []
  return symptomsOfText(text)
}

function isBad({ source, level, text, direction, isFailure, isAlerting }: Weighed, kinds: readonly SymptomKind[]) {
  if (source === 'metric') return isAlerting || isFailure || kinds.some((kind) => !harmless.has(kind))
  if (source === 'log') return (level !== null && loud.has(level)) || alarming.test(text)
  return direction === 'up'
}

/** A self-contained clause that names the service: `web started logging "pool exhausted" (error, 9 times so far)`. */
function describe(departure: Weighed): string {
  const { service, source, name, direction, level, text, count, isSharp, isRecurring } = departure
  const shown = shorten(text)
  if (source === 'metric') return describeLevels(departure)
  const times = count === 1 ? 'once so far' : `${count.toLocaleString('en-US')} times so far`
  if (source === 'log') return `${service} started logging "${shown}" (${level === null ? '' : `${level}, `}${times})`
  if (source === 'error' && isRecurring)
    return `the error "${shown}" came back on ${service} after a day or more without it (${times})`
  if (source === 'error')
    return isSharp
      ? `${service} reported a new error, "${shown}" (${times})`
      : `the error "${shown}" became much more frequent on ${service} (${times})`
  if (text !== '') {
    const why = text === name ? '' : `: ${shorten(text.slice(name.length + 2))}`
    return `${name} on ${service} started failing${why}`
  }
  return `${name} on ${service} became ${direction === 'up' ? 'slower' : 'faster'}`
}

/** An intermittent series may end near its usual level; the clause then names the peak or low instead. */
function describeLevels({ service, name, label, levels, direction }: Weighed): string {
  const { before, after, last } = levels ?? { before: 0, after: 0, last: 0 }
  const isThere = (last - before) / (after - before) >= 0.2
  const reached = isThere
    ? formatLevel(name, last)
    : `${direction === 'up' ? 'peaks' : 'lows'} of ${formatLevel(name, after)}`
  return `${label} on ${service} ${direction === 'up' ? 'rose' : 'fell'} from ${formatLevel(name, before)} to ${reached}`
}

/** The larger level divided by the smaller; 100 if one of them is 0. */
function ratioOf({ levels }: Weighed): number {
  if (levels === null) return 1
  const [a, b] = [Math.abs(levels.before), Math.abs(levels.after)]
  const [small, large] = [Math.min(a, b), Math.max(a, b)]
  return small === 0 ? (large === 0 ? 1 : 100) : Math.min(100, large / small)
}
