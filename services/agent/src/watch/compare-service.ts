import { measures, type Measure } from './measures.js'
import { policy } from './policy.js'
import type { MinuteReading, ServiceReadings } from './readings.js'
import { adjustHolm } from '../statistics/holm.js'

/**
 * What became of one measure of one service. `raised` speaks against the deployment; `usual`: as high at this time of
 * the day before; `earlier`: high already just before the deployment; `passed`: high after it and well again.
 */
export type Finding = 'raised' | 'weak' | 'usual' | 'earlier' | 'passed' | 'unchanged'

export interface Comparison {
  service: string
  role: ServiceReadings['role']
  measure: Measure['name']
  /** Levels in the unit of the measure; null when there was nothing to measure. */
  before: number | null
  after: number | null
  /** Adjusted for all comparisons of the look. */
  pValue: number
  finding: Finding
  /** Start of the first minute of the rise; null without one. */
  onsetAt: number | null
  /** Least level that would have been called a rise; null when that is not known. */
  leastSeen: number | null
}

/** How sure a rise must be. `weak` is Infinity where weak ones do not count. */
export interface Certainty {
  alpha: number
  weakAlpha: number
}

/** Compares every measure of every service, and corrects for there being many. */
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

/** A level that the same time of the day before had as well belongs to the time of day. */
function wasUsual({ dayBefore, after }: ServiceReadings, measure: Measure): boolean {
  const level = measure.level(dayBefore)
  return level !== null && level > 0 && measure.rise(dayBefore, after) > policy.suspectProbability
}

function wasEarlier({ before }: ServiceReadings, measure: Measure): boolean {
  const justBefore = before.slice(-policy.justBeforeMinutes)
  return measure.rise(before.slice(0, -policy.justBeforeMinutes), justBefore) <= policy.earlierProbability
}

/** Whether the last third of the minutes is nearer to what was before than to what came after. */
function hasPassed({ before, after }: ServiceReadings, measure: Measure): boolean {
  const last = measure.level(after.slice(-Math.ceil(after.length / 3)))
  return last !== null && last < halfWay(measure.level(before), measure.level(after))
}

/** First minute from which on most minutes are nearer to the level after than to the one before. */
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
