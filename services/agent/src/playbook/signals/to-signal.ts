import type { Weighed } from '../departures/weigh-departures.js'
import { formatLevel } from '../text/format-level.js'
import { shorten } from '../text/shorten.js'
import type { Signal } from './signal.js'
import { symptomsOfMetric, symptomsOfText, type SymptomKind } from './symptom-kinds.js'

/** Kinds of movement that do not hurt by themselves: more work, more queries, more written. */
const harmless: ReadonlySet<SymptomKind> = new Set([
  'surge',
  'db-load',
  'log-volume',
  'memory',
  'fan-out',
  'cache-miss',
])
const loud: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])
/** What happens to be said at any level when something breaks. */
const alarming = /oom ?-?killed|\bpanic\b|crash ?loop|back-off restarting|segfault|evict/i

/** A departure with what it is a sign of, in words. */
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

function describe(departure: Weighed): string {
  const { source, name, direction, level, text, count, isSharp } = departure
  const shown = shorten(text)
  if (source === 'metric') return describeLevels(departure)
  const times = count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`
  if (source === 'log') return `log line "${shown}"${level === null ? '' : ` (${level})`} began, ${times} so far`
  if (source === 'error') return `${isSharp ? 'new error' : 'much more of the error'} "${shown}", ${times} so far`
  if (text !== '') return text === name ? `${name} failed` : `${name} failed: ${shorten(text.slice(name.length + 2))}`
  return direction === 'up' ? `${name} became slower` : `${name} became faster`
}

/** What comes and goes may be near its usual level at last; then what it reaches at times is told. */
function describeLevels({ name, label, levels, direction }: Weighed): string {
  const { before, after, last } = levels ?? { before: 0, after: 0, last: 0 }
  const isThere = (last - before) / (after - before) >= 0.2
  const reached = isThere
    ? formatLevel(name, last)
    : `${direction === 'up' ? 'as much' : 'as little'} as ${formatLevel(name, after)}`
  return `${label} ${direction === 'up' ? 'rose' : 'fell'} from ${formatLevel(name, before)} to ${reached}`
}

/** How many times the larger is of the smaller; 100 when one of them is nothing. */
function ratioOf({ levels }: Weighed): number {
  if (levels === null) return 1
  const [a, b] = [Math.abs(levels.before), Math.abs(levels.after)]
  const [small, large] = [Math.min(a, b), Math.max(a, b)]
  return small === 0 ? (large === 0 ? 1 : 100) : Math.min(100, large / small)
}
