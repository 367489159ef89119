import { minuteMs } from '@signalbox/contracts'
import type { SeriesFacts } from '../../facts/fact-pack.js'
import { median, robustDeviation } from '../../statistics/robust.js'
import { formatLevel } from '../text/format-level.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asks =
  /\b(getting|got|become|becoming)\b.{0,15}\b(worse|better)\b|\b(improv\w+|recover(ed|ing|s)?|easing|calm\w*|deteriorat\w+)\b|\b(is|are)\b.{0,40}\b(over|still)\b.{0,30}(\b(happening|failing|broken|slow|down|going on)\b|\?|$)/i
const comparedMs = 10 * minuteMs
const pointsMin = 4
/** Share of the level, and deviations, by which it must move to count as a trend. */
const movedMin = { share: 0.1, deviations: 2 }

/** `is it getting worse?`: the clearest symptom in the last ten minutes and the ten before. */
export const aboutTrend: QuestionKind = { isAsked: ({ question }) => asks.test(question), answer: describeTrend }

function describeTrend({ question, facts, scene }: QuestionContext): DirectAnswer[] {
  const named = namedServices(question, facts)
  const bad = scene.onset === null ? [] : scene.signals.filter((signal) => signal.bad && signal.source === 'metric')
  const own = bad.filter(({ service }) => named.length === 0 || named.includes(service))
  const ordered = own.sort((a, b) => b.weight - a.weight)
  for (const { service, text, direction } of ordered) {
    const series = facts.series.find((one) => one.service === service && one.metric === text)
    const levels = series && levelsOf(series, facts.window.end)
    if (series !== undefined && levels !== undefined) return [describe(series, { ...levels, direction })]
  }
  return []
}

interface Levels {
  before: number
  now: number
  usual: number
  spread: number
}

/** @returns undefined if there are too few points. */
function levelsOf({ points }: SeriesFacts, end: number): Levels | undefined {
  const last = Math.min(end, points.at(-1)?.[0] ?? end)
  const between = (from: number, to: number) =>
    points.filter(([at]) => at > last - from && at <= last - to).map(([, value]) => value)
  const [recent, earlier] = [between(comparedMs, 0), between(2 * comparedMs, comparedMs)]
  if (recent.length < pointsMin || earlier.length < pointsMin) return undefined
  const third = points.slice(0, Math.max(pointsMin, Math.floor(points.length / 3))).map(([, value]) => value)
  return { before: median(earlier), now: median(recent), usual: median(third), spread: robustDeviation(earlier) }
}

function describe(
  { service, metric, evidence }: SeriesFacts,
  { before, now, usual, spread, direction }: Levels & { direction: 'up' | 'down' },
): DirectAnswer {
  const moved = now - before
  const isMoved = Math.abs(moved) >= Math.max(movedMin.share * Math.abs(before), movedMin.deviations * spread)
  const isWorse = moved > 0 === (direction === 'up')
  const [was, is] = [formatLevel(metric, before), formatLevel(metric, now)]
  const usually = `usually ${formatLevel(metric, usual)}`
  const text = !isMoved
    ? `It is neither getting worse nor recovering: ${metric} on ${service} has been at ${is} for 20 min (${usually}).`
    : isWorse
      ? `It is getting worse: ${metric} on ${service} went from ${was} to ${is} in the last 20 min (${usually}).`
      : `It is getting better: ${metric} on ${service} went from ${was} to ${is} in the last 20 min (${usually}).`
  return { text, evidence: [evidence], isOfCause: true }
}
