import { measures, type Measure } from './measures.js'
import { policy } from './policy.js'
import type { MinuteReading, ServiceReadings } from './readings.js'
import { adjustHolm } from '../statistics/holm.js'

/**
 * What happened to one measure of one service. `raised` counts against the deployment. `usual`: equally high at the
 * same time of the previous day. `earlier`: already high just before the deployment. `passed`: rose after the
 * deployment, but has recovered.
 */
export type Finding = 'raised' | 'weak' | 'usual' | 'earlier' | 'passed' | 'unchanged'

export interface Comparison {
  service: string
  role: ServiceReadings['role']
  measure: Measure['name']
  /** Levels in the measure's unit; null if there was nothing to measure. */
  before: number | null
  after: number | null
  /** Adjusted for all comparisons of the check. */
  pValue: number
  finding: Finding
  /** Start of the first minute of the rise; null if there was none. */
  onsetAt: number | null
  /** Lowest level that would have been called a rise; null if unknown. */
  leastSeen: number | null
}

/** Significance levels for a rise. `weak` is Infinity if weak rises don't count. */
export interface Certainty {
  alpha: number
  weakAlpha: number
}

/** Compares every measure of every service, corrected for multiple comparisons. */
export function compareServices(services: readonly ServiceReadings[], certainty: Certainty): Comparison[] {
  const pairs = services.flatMap((service) =>
    measures
      .filter((measure) => measure.level(service.after) !== null && measure.level(service.before) !== null)
      .map((measure) => ({ service, measure })),
  )
  const pValues = adjustHolm(pairs.map(({ service, measure }) => measure.rise(service.before, service.after)))
  return pairs.map(({ service, measure }, index) => compare(service, measure, { ...certainty, p: pValues[index] ?? 1 }))
}

function compare(readings: ServiceReadings, measure: Measure, test: Certainty & { p: number }): Comparison {
  const { service, role, before, after } = readings
  const finding = judgeRise(readings, measure, test)
  return {
    service,
    role,
    measure: measure.name,
    before: measure.level(before),
    after: measure.level(after),
    pValue: test.p,
    finding,
    onsetAt: finding === 'unchanged' ? null : findOnset(readings, measure),
    leastSeen: measure.leastSeen(before, after, test.alpha),
  }
}

function judgeRise(readings: ServiceReadings, measure: Measure, test: Certainty & { p: number }): Finding {
  if (test.p > Math.max(test.alpha, test.weakAlpha)) return 'unchanged'
  if (wasUsual(readings, measure)) return 'usual'
  if (wasEarlier(readings, measure)) return 'earlier'
  if (hasPassed(readings, measure)) return 'passed'
  return test.p <= test.alpha ? 'raised' : 'weak'
}

/** True if the level was the same at this time of the previous day, so it is explained by the time of day. */
function wasUsual({ dayBefore, after }: ServiceReadings, measure: Measure): boolean {
  const level = measure.level(dayBefore)
  return level !== null && level > 0 && measure.rise(dayBefore, after) > policy.suspectProbability
}

function wasEarlier({ before }: ServiceReadings, measure: Measure): boolean {
  const justBefore = before.slice(-policy.justBeforeMinutes)
  return measure.rise(before.slice(0, -policy.justBeforeMinutes), justBefore) <= policy.earlierProbability
}

/** True if the last third of the minutes is closer to the level before than to the level after. */
function hasPassed({ before, after }: ServiceReadings, measure: Measure): boolean {
  const last = measure.level(after.slice(-Math.ceil(after.length / 3)))
  return last !== null && last < halfWay(measure.level(before), measure.level(after))
}

/** The first minute from which most minutes are closer to the level after than to the level before. */
function findOnset({ before, after }: ServiceReadings, measure: Measure): number | null {
  const threshold = halfWay(measure.level(before), measure.level(after))
  const isHigh = (minute: MinuteReading) => (measure.level([minute]) ?? 0) >= threshold
  const index = after.findIndex((minute, start) => {
    const rest = after.slice(start)
    return isHigh(minute) && rest.filter(isHigh).length * 2 >= rest.length
  })
  return after[index]?.at ?? after.find(isHigh)?.at ?? null
}

function halfWay(before: number | null, after: number | null): number {
  return ((before ?? 0) + (after ?? 0)) / 2
}
