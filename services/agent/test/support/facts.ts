import type { FactPack, LogPatternFacts, SeriesFacts } from '../../src/facts/fact-pack.js'

const minute = 60_000
/** Start of the generated facts, and time of their alert, after an hour of quiet. */
export const startsAt = Date.parse('2026-05-04T08:00:00Z')
export const breaksAt = startsAt + 60 * minute
const endsAt = startsAt + 90 * minute

/** Facts of an incident on `checkout` without anything but the given fields. */
export function createFacts(given: Partial<FactPack> = {}): FactPack {
  const { series = [], logPatterns = [] } = given
  const named = [...series, ...logPatterns].map(({ service }) => service)
  return {
    window: { start: startsAt, end: endsAt },
    alert: {
      service: 'checkout',
      metric: 'error_ratio',
      threshold: null,
      observed: null,
      firedAt: breaksAt + 5 * minute,
      isFired: true,
      isFailureQuestion: false,
      text: '',
    },
    services: [...new Set(['checkout', ...named])].sort(),
    series,
    logPatterns: [quietLine(), ...logPatterns],
    errorGroups: [],
    operations: [],
    dependencies: [],
    failedSpans: [],
    spans: [],
    criticalPaths: [],
    changes: [],
    changesEvidence: ['e1'],
    saturation: [],
    gaps: [],
    ...given,
    ...(given.logPatterns && { logPatterns: [quietLine(), ...logPatterns] }),
  }
}

/** Normal telemetry of `checkout`, from the start on. */
function quietLine(): LogPatternFacts {
  return {
    ...says('checkout', 'request handled'),
    level: 'info',
    firstAt: startsAt,
    count: 90,
    countBefore: 60,
    counts: everyMinute(startsAt),
  }
}

/** A new error pattern, from the onset on. */
export function says(service: string, body: string, bodies: readonly string[] = []): LogPatternFacts {
  return {
    service,
    level: 'error',
    pattern: body.replace(/\d+/g, '<n>'),
    partOf: body.replace(/\d+/g, '<n>'),
    count: 20,
    countBefore: 0,
    firstAt: breaksAt + 12_000,
    lastAt: endsAt,
    counts: everyMinute(breaksAt),
    examples: [body, ...bodies].map((text, index) => ({
      at: breaksAt + index * minute,
      body: text,
      attributes: {},
      traceId: '',
    })),
    commonAttributes: [],
    evidence: 'e2',
  }
}

/** A series with one level before the onset and another after it. */
export function steps(
  service: string,
  metric: string,
  [before, after]: readonly [number, number],
  at = breaksAt,
): SeriesFacts {
  const points = Array.from({ length: 90 }, (_, index): [number, number] => {
    const time = startsAt + index * minute
    return [time, (time < at ? before : after) * (1 + 0.01 * Math.sin(index * 7.3))]
  })
  return { id: `container:${service}:${metric}`, source: 'container', service, metric, points, evidence: 'e3' }
}

/** One line per minute until the end. */
function everyMinute(from: number): [at: number, count: number][] {
  return Array.from({ length: (endsAt - from) / minute }, (_, index) => [from + index * minute, 1])
}

/** @param at Unix milliseconds. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
