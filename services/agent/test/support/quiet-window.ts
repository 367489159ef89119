import { createRandom } from '../../../../test/support/random.js'
import type { FactPack, LogPatternFacts, SeriesFacts, SpanFacts } from '../../src/facts/fact-pack.js'
import { createFacts, startsAt } from './facts.js'

const minuteMs = 60_000
const minutes = 180
const services = ['web', 'checkout', 'stock', 'payments', 'search', 'mailer', 'accounts', 'reports']

type Random = () => number

/**
 * Three hours of eight healthy services, as noisy as real systems: load that follows the day, latencies with blips,
 * memory that is freed at once, rare and new warnings, a few failed calls. Deterministic by seed.
 */
export function createQuietWindow(seed: number): FactPack {
  const source = createRandom(seed)
  const random = () => source.next()
  const window = { start: startsAt, end: startsAt + minutes * minuteMs }
  const facts = createFacts({
    window,
    services,
    series: services.flatMap((service) => seriesOf(service, random)),
    logPatterns: services.flatMap((service) => patternsOf(service, random)),
    spans: services.flatMap((service) => spansOf(service, random)),
    dependencies: services
      .slice(1)
      .map((callee) => ({ caller: 'web', callee, calls: 60, errors: 0, p95Ms: 80, evidence: 'e4' })),
  })
  const firedAt = window.end - 5 * minuteMs
  return {
    ...facts,
    alert: { ...facts.alert, service: services[seed % services.length] ?? 'web', metric: null, firedAt },
  }
}

/** Box–Muller transform. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function poisson(random: Random, mean: number): number {
  let [count, product] = [0, random()]
  for (const least = Math.exp(-mean); product > least; count++) product *= random()
  return count
}

function seriesOf(service: string, random: Random): SeriesFacts[] {
  const [phase, load] = [random() * 2 * Math.PI, 50 + 200 * random()]
  const day = (minute: number) => 1 + 0.3 * Math.sin(phase + (2 * Math.PI * minute) / (24 * 60))
  const freedEvery = 40 + Math.floor(60 * random())
  let wandering = 0
  const shapes: Readonly<Record<string, (minute: number) => number>> = {
    requests_per_sec: (minute) => load * day(minute) * (1 + 0.05 * normal(random)),
    error_ratio: () => poisson(random, 2) / 1_000,
    latency_p95_ms: (minute) => 80 * day(minute) * Math.exp(0.1 * normal(random)) * (random() < 0.01 ? 4 : 1),
    cpu_ratio: () => {
      wandering = 0.8 * wandering + 0.03 * normal(random)
      return 0.4 + wandering
    },
    memory_bytes: (minute) => 2e8 + 2e6 * (minute % freedEvery) + 1e6 * normal(random),
    queue_depth: (minute) => poisson(random, 4 * day(minute)),
    retries_total_per_min: () => poisson(random, 0.3),
    restarts: () => 0,
  }
  return Object.entries(shapes).map(([metric, valueAt]) => ({
    id: `container:${service}:${metric}`,
    source: 'container',
    service,
    metric,
    points: Array.from({ length: minutes }, (_, minute): [number, number] => [
      startsAt + minute * minuteMs,
      valueAt(minute),
    ]),
    evidence: 'e1',
  }))
}

/** Constant lines, occasional warnings, and some new ones, a few at once. */
function patternsOf(service: string, random: Random): LogPatternFacts[] {
  const known = [2, 0.5, 0.1, 0.03].map((rate, index) =>
    toPattern(
      service,
      { text: `${'abcd'[index] ?? ''} is known of ${service}`, level: index === 0 ? 'info' : 'warn' },
      () => Array.from({ length: minutes }, (_, minute) => [minute, poisson(random, rate)]),
    ),
  )
  const news = Array.from({ length: poisson(random, 3) }, (_, index) => {
    const begin = Math.floor(minutes * random())
    const level = random() < 0.3 ? 'error' : 'warn'
    return toPattern(service, { text: `${'abcdefghijklmnop'[index] ?? ''} is new in ${service}`, level }, () => [
      [begin, 1 + poisson(random, 1)],
      ...(random() < 0.3 ? [[begin + 2, 1] as const] : []),
    ])
  })
  return [...known, ...news].filter(({ count }) => count > 0)
}

function toPattern(
  service: string,
  { text, level }: { text: string; level: string },
  draw: () => readonly (readonly [minute: number, count: number])[],
): LogPatternFacts {
  const counts = draw()
    .filter(([minute, count]) => count > 0 && minute < minutes)
    .map(([minute, count]): [number, number] => [startsAt + minute * minuteMs, count])
  const [firstAt, lastAt] = [counts[0]?.[0] ?? 0, counts.at(-1)?.[0] ?? 0]
  const count = counts.reduce((sum, [, lines]) => sum + lines, 0)
  const examples = [{ at: firstAt, body: text, attributes: {}, traceId: '' }]
  return {
    service,
    level,
    pattern: text,
    partOf: text,
    count,
    countBefore: count,
    firstAt,
    lastAt,
    counts,
    examples,
    commonAttributes: [],
    evidence: 'e2',
  }
}

function spansOf(service: string, random: Random): SpanFacts[] {
  return Array.from({ length: 60 }, (_, index) => {
    const durationMs = 40 * Math.exp(0.4 * normal(random))
    return {
      traceId: `${service}-${index}`,
      service,
      operation: `GET /${service}`,
      caller: service === 'web' ? null : 'web',
      at: startsAt + (index + random()) * 3 * minuteMs,
      durationMs,
      selfMs: durationMs / 2,
      failed: random() < 0.02,
      failedCallees: [],
      attributes: {},
      evidence: 'e3',
    }
  })
}
