import { createRandom, type Random } from '../../../../test/support/random.js'
import type { MinuteReading, ServiceReadings, WatchedDeployment, WatchReadings } from '../../src/watch/readings.js'

export const minuteMs = 60_000
export const deployedAt = Date.UTC(2026, 4, 1, 12)

export const deployment: WatchedDeployment = {
  id: 'd1',
  service: 'shop',
  version: 'v2',
  commitSha: 'a'.repeat(40),
  deployedAt,
}

/** Parameters of a random range of minutes. */
export interface Traffic {
  requestsPerMinute: number
  failedRatio: number
  p95Ms: number
  errorsPerMinute: number
  restartsPerMinute: number
  /** Overdispersion relative to a Poisson process: 1 is none. */
  burstiness: number
}

export const calm: Traffic = {
  requestsPerMinute: 200,
  failedRatio: 0.004,
  p95Ms: 120,
  errorsPerMinute: 0.5,
  restartsPerMinute: 0,
  burstiness: 1.5,
}

/** A Poisson count by multiplying uniform numbers (Knuth), in parts of at most 100 to prevent underflow. */
function drawCount(random: Random, mean: number): number {
  if (mean <= 0) return 0
  if (mean > 100) return drawCount(random, 100) + drawCount(random, mean - 100)
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; count++) product *= random.next()
  return count
}

/** Counts in bursts: each occurrence brings several events at once. */
function drawBursts(random: Random, mean: number, burstiness: number): number {
  return Math.round(drawCount(random, mean / burstiness) * burstiness)
}

export function drawMinutes(random: Random, traffic: Traffic, { from, count }: { from: number; count: number }) {
  return Array.from({ length: count }, (_, index): MinuteReading => {
    const requests = drawCount(random, traffic.requestsPerMinute)
    const failed = Math.min(requests, drawBursts(random, requests * traffic.failedRatio, traffic.burstiness))
    const noise = Math.exp(0.3 * (random.next() + random.next() + random.next() - 1.5))
    return {
      at: from + index * minuteMs,
      requests,
      failed,
      errorEvents: drawBursts(random, traffic.errorsPerMinute, traffic.burstiness),
      p95Ms: requests === 0 ? null : traffic.p95Ms * noise,
      restarts: drawCount(random, traffic.restartsPerMinute),
    }
  })
}

export interface ServiceCase {
  service?: string
  role?: ServiceReadings['role']
  before?: Partial<Traffic>
  after?: Partial<Traffic>
  dayBefore?: Partial<Traffic>
  minutes?: number
}

/** A service before and after; defaults are healthy. */
export function drawService(random: Random, options: ServiceCase = {}): ServiceReadings {
  const { minutes = 30, before = {}, after = before, dayBefore } = options
  const draw = (traffic: Partial<Traffic>, from: number, count: number) =>
    drawMinutes(random, { ...calm, ...traffic }, { from, count })
  return {
    service: options.service ?? 'shop',
    role: options.role ?? 'deployed',
    before: draw(before, deployedAt - 60 * minuteMs, 60),
    after: draw(after, deployedAt, minutes),
    dayBefore: dayBefore === undefined ? [] : draw(dayBefore, deployedAt - 1_440 * minuteMs, minutes),
  }
}

export function createReadings(services: ServiceReadings[], rest: Partial<WatchReadings> = {}): WatchReadings {
  return { services, callees: [], newErrors: [], rivals: [], evidence: ['e1'], ...rest }
}

/** The same case for many seeds in sequence. */
export function forSeeds<T>(count: number, work: (random: Random) => T): T[] {
  return Array.from({ length: count }, (_, seed) => work(createRandom(seed + 1)))
}
