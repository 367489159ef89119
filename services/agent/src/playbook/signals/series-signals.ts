import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import { asPhrase } from '../text/words.js'
import { findDeparture, type Departure } from './departure.js'
import type { Signal } from './signal.js'
import { symptomsOfMetric, type SymptomKind } from './symptom-kinds.js'

/** Kinds of movement that do not hurt by themselves: more work, more queries, more written. */
const harmless: ReadonlySet<SymptomKind> = new Set([
  'surge',
  'db-load',
  'log-volume',
  'memory',
  'fan-out',
  'cache-miss',
])

/** Metrics that describe what is configured or how long something is still good. */
const descriptive = /\b(limit|capacity|provisioned|max|expiry|expires|uptime|desired|size limit)\b/

/** Series that left their level. Counts of log lines are left to the patterns, which also say what is in the lines. */
export function readSeriesSignals({ series }: FactPack): Signal[] {
  return series
    .filter(({ source, metric }) => source !== 'logs' && !isDescriptive(metric))
    .flatMap((facts) => {
      const departure = findDeparture(facts.points)
      return departure ? [toSignal(facts, departure)] : []
    })
}

function isDescriptive(metric: string): boolean {
  const phrase = asPhrase(metric)
  return descriptive.test(phrase) && !/\b(consumed|used|errors?|exceeded)\b/.test(phrase)
}

function toSignal({ service, metric, evidence }: SeriesFacts, departure: Departure): Signal {
  const { at, direction, baseline, after } = departure
  const kinds = symptomsOfMetric(metric, direction)
  return {
    service,
    source: 'metric',
    at,
    kinds,
    bad: kinds.some((kind) => !harmless.has(kind)),
    what: `${metric} ${direction === 'up' ? 'rose' : 'fell'} from ${round(baseline)} to ${round(after)}`,
    text: metric,
    count: 0,
    ratio: ratioOf(baseline, after),
    direction,
    evidence,
  }
}

/** How many times the larger is of the smaller; 100 when one of them is nothing. */
function ratioOf(a: number, b: number): number {
  const [small, large] = [Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))]
  return small === 0 ? (large === 0 ? 1 : 100) : Math.min(100, large / small)
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)))
}
