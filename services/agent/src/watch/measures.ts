import { policy } from './policy.js'
import type { MinuteReading } from './readings.js'
import { higherProbability } from '../statistics/rank-sum.js'
import { dispersionOf, leastSeenRate, riseProbability, type Rate } from '../statistics/rate-ratio.js'

/** Something that a deployment can make worse; higher is worse. */
export interface Measure {
  name: 'failed_requests' | 'error_events' | 'latency_p95' | 'restarts'
  /** Level over several minutes, in the measure's unit; null if unknown. */
  level(minutes: readonly MinuteReading[]): number | null
  /** P-value: the probability of a level this high if the deployment changed nothing. */
  rise(before: readonly MinuteReading[], after: readonly MinuteReading[]): number
  /** Lowest level that would have been called a rise; null if unknown. */
  leastSeen(before: readonly MinuteReading[], after: readonly MinuteReading[], alpha: number): number | null
}

/** Measures as the subject of a sentence. */
export const measureNames = {
  failed_requests: 'Failed requests',
  error_events: 'Errors per minute',
  latency_p95: 'The p95 latency',
  restarts: 'Restarts per minute',
} as const satisfies { [Name in Measure['name']]: string }

interface CountedMeasure {
  name: Measure['name']
  count(minute: MinuteReading): number
  exposure(minute: MinuteReading): number
  ratioMin: number
}

const requestsOf = ({ requests }: MinuteReading) => requests

/** Share of failed requests, 0 to 1. */
export const failedRequests = createCountedMeasure({
  name: 'failed_requests',
  count: ({ failed }) => failed,
  exposure: requestsOf,
  ratioMin: policy.ratioMin.failedRequests,
})

/**
 * Error events per minute. If requests are known, the test is relative to requests, so that more traffic is no rise.
 */
export const errorEvents: Measure = {
  ...createErrorMeasure(() => 1),
  rise: (before, after) => {
    const exposure = [before, after].every((minutes) => minutes.some(({ requests }) => requests > 0))
      ? requestsOf
      : () => 1
    return createErrorMeasure(exposure).rise(before, after)
  },
}

/** Container restarts per minute. */
export const restarts = createCountedMeasure({
  name: 'restarts',
  count: (minute) => minute.restarts,
  exposure: () => 1,
  ratioMin: policy.ratioMin.restarts,
})

/** Median of the minutes' 95th percentiles, in milliseconds. */
export const latency: Measure = {
  name: 'latency_p95',
  level: (minutes) => medianOf(readP95(minutes)),
  rise: (before, after) => {
    const margin = (value: number) => Math.min(value / policy.ratioMin.latency, value - policy.latencyMsMin)
    return higherProbability(readP95(before), readP95(after).map(margin))
  },
  leastSeen: () => null,
}

export const measures: readonly Measure[] = [failedRequests, errorEvents, latency, restarts]

function createErrorMeasure(exposure: (minute: MinuteReading) => number): Measure {
  const { errorEvents: ratioMin } = policy.ratioMin
  return createCountedMeasure({ name: 'error_events', count: (minute) => minute.errorEvents, exposure, ratioMin })
}

function createCountedMeasure(measure: CountedMeasure): Measure {
  const intervals = (minutes: readonly MinuteReading[]) =>
    minutes.map((minute) => ({ count: measure.count(minute), exposure: measure.exposure(minute) }))
  return {
    name: measure.name,
    level: (minutes) => {
      const { count, exposure } = sumRates(intervals(minutes))
      return exposure > 0 ? count / exposure : null
    },
    rise: (before, after) => {
      const later = sumRates(intervals(after))
      const earlier = sumRates(intervals(before))
      if (later.count < policy.eventsMin || later.exposure === 0 || earlier.exposure === 0) return 1
      const dispersion = dispersionOf(intervals(before))
      return riseProbability(thin(earlier, dispersion), thin(later, dispersion), measure.ratioMin)
    },
    leastSeen: (before, after, alpha) => {
      const dispersion = dispersionOf(intervals(before))
      const earlier = thin(sumRates(intervals(before)), dispersion)
      const { exposure } = thin(sumRates(intervals(after)), dispersion)
      if (exposure === 0 || earlier.exposure === 0) return null
      return leastSeenRate(earlier, exposure, { ratioMax: measure.ratioMin, alpha })
    },
  }
}

function sumRates(rates: readonly Rate[]): Rate {
  const used = rates.filter(({ exposure }) => exposure > 0)
  return {
    count: used.reduce((total, { count }) => total + count, 0),
    exposure: used.reduce((total, { exposure }) => total + exposure, 0),
  }
}

function thin({ count, exposure }: Rate, dispersion: number): Rate {
  return { count: count / dispersion, exposure: exposure / dispersion }
}

function readP95(minutes: readonly MinuteReading[]): number[] {
  return minutes.flatMap(({ requests, p95Ms }) =>
    p95Ms === null || requests < policy.requestsPerMinuteMin ? [] : [p95Ms],
  )
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
