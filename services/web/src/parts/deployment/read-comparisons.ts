import type { SessionStep } from '@signalbox/contracts'
import { formatCount, formatShare } from '../numbers/format-number.js'
import { isObject, numberOfValue, objectsOf, readText } from '../json/read-value.js'
import { formatDuration } from '../time/format-time.js'

/** A service's measure before and after a deployment. */
export interface ComparisonWords {
  key: string
  /** The watch's name for it. */
  measure: string
  label: string
  /** Short label for narrow spaces. */
  short: string
  /** In the measure's unit; undefined if not measured. */
  before: number | undefined
  after: number | undefined
  /** Whether it counts, or may count, against the deployment. */
  tone: 'bad' | 'warn' | undefined
  say(level: number): string
}

interface Measure {
  label: string
  short: string
  unit: 'percent' | 'ms' | 'by_minute'
  say(level: number): string
}

const measures: Readonly<Record<string, Measure>> = {
  failed_requests: {
    label: 'Failed requests',
    short: 'Failed',
    unit: 'percent',
    say: (level) => formatShare(level / 100),
  },
  latency_p95: { label: 'p95 latency', short: 'p95', unit: 'ms', say: formatDuration },
  error_events: { label: 'Errors per minute', short: 'Errors/min', unit: 'by_minute', say: formatCount },
  restarts: { label: 'Restarts per minute', short: 'Restarts/min', unit: 'by_minute', say: formatCount },
}

/** The service's comparisons from the watch's last check; empty if there are none. */
export function readComparisons(steps: readonly SessionStep[]): ComparisonWords[] {
  const kept = steps.flatMap(({ evidence }) =>
    evidence.map(({ data }) => (isObject(data) ? data['comparisons'] : undefined)),
  )
  const rows = objectsOf(kept.findLast((each) => each !== undefined))
  return rows.filter(({ role }) => role === 'deployed').flatMap(toWords)
}

function toWords(row: Readonly<Record<string, unknown>>): ComparisonWords[] {
  const name = readText(row['measure']) ?? ''
  const measure = Object.hasOwn(measures, name) ? measures[name] : undefined
  const levels = row['levels']
  if (!measure || !isObject(levels)) return []
  const { label, short, unit, say } = measure
  const tone = row['finding'] === 'raised' ? 'bad' : row['finding'] === 'weak' ? 'warn' : undefined
  const [before, after] = [numberOfValue(levels[`before_${unit}`]), numberOfValue(levels[`after_${unit}`])]
  return [{ key: `${readText(row['service']) ?? ''} ${name}`, measure: name, label, short, before, after, tone, say }]
}
