import { dayMs } from '@signalbox/contracts'
import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import { median, robustDeviation, theilSenSlope } from '../../statistics/robust.js'
import { durationOf, roughDuration } from '../../wording/durations.js'
import { formatLevel } from '../text/format-level.js'
import { suspectConfidence, type QuestionContext, type DirectAnswer, type QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'
import { findResources, type Resource } from './resources.js'

const asks = /\bleak(s|ing|ed)?\b|\bmemory\b.{0,30}\b(grow|ris|climb)|\b(grow|ris|climb)\w*\b.{0,30}\bmemory\b/i
const isMemory = /memory|\brss\b|heap|working_?set/i
const describes = /limit|request|capacity|max/i
const pointsMin = 10
/** Growth must exceed the scatter of the series by this many deviations, and this share of its level. */
const deviationsMin = 5
const shareMin = 0.1
/** A limit that is reached later is of no concern now. */
const foreseenMs = 14 * dayMs

/** `is pod web-1 leaking?`: whether its memory grew steadily. */
export const aboutGrowth: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: describeGrowth,
}

function describeGrowth({ question, facts }: QuestionContext): DirectAnswer[] {
  const asked = namedServices(question, facts)
  const memory = facts.series.filter(({ metric }) => isMemory.test(metric) && !describes.test(metric))
  const resources = findResources(facts)
  if (asked.length === 0) return describeGrowing(memory, resources)
  const own = memory.filter(({ service }) => asked.includes(service))
  if (own.length === 0)
    return [
      {
        text: `Signalbox cannot tell whether ${asked.join(', ')} leaks, because no memory metric of it was received.`,
        evidence: [],
      },
    ]
  return withRemedy(
    own.map((one) => toAnswer(one, resources)),
    asked,
  )
}

/** For questions that name no service: everything that grows. */
function describeGrowing(memory: FactPack['series'], resources: readonly Resource[]): DirectAnswer[] {
  if (memory.length === 0)
    return [
      { text: 'Signalbox cannot tell whether anything leaks, because no memory metric was received.', evidence: [] },
    ]
  const growing = memory.map((one) => toAnswer(one, resources)).filter(({ isTrouble }) => isTrouble)
  const evidence = [...new Set(memory.map((one) => one.evidence))]
  return growing.length > 0
    ? withRemedy(growing, [])
    : [{ text: 'Nothing looks like a leak: no memory metric grew steadily.', evidence }]
}

/** A restart only buys time and destroys the evidence. */
function withRemedy(answers: DirectAnswer[], asked: readonly string[]): DirectAnswer[] {
  const leak = answers.find(({ isTrouble }) => isTrouble)
  if (leak === undefined) return answers
  const on = asked.length === 0 ? 'the process' : asked.join(', ')
  const text = `Capture a heap dump of ${on}, then restart it before it runs out of memory, and look for the change that made it grow.`
  return [...answers, { text, topic: 'remedy', evidence: leak.evidence }]
}

function toAnswer(one: SeriesFacts, resources: readonly Resource[]): DirectAnswer {
  const { id, service, metric } = one
  const evidence = [one.evidence]
  const growth = measureGrowth(one)
  if (growth === undefined)
    return { text: `${metric} on ${service} has too few data points to show a trend.`, evidence }
  const { early, late, isGrown, isSteady, durationMs } = growth
  const levels = `from ${formatLevel(metric, early)} to ${formatLevel(metric, late)} in ${durationOf(durationMs)}`
  if (!isGrown) return { text: `No sign of a leak: ${metric} on ${service} went ${levels}.`, evidence }
  if (!isSteady) {
    const text = `Probably not a leak: ${metric} on ${service} rose ${levels}, but not steadily.`
    return { text, evidence }
  }
  const { fullInMs = Infinity, capacityText = '' } = resources.find((resource) => resource.id === id) ?? {}
  const end =
    fullInMs > foreseenMs
      ? ''
      : ` At this rate it reaches its limit of ${capacityText} in about ${roughDuration(fullInMs)}.`
  const text = `Yes, it looks like a leak: ${metric} on ${service} grew steadily ${levels}.${end}`
  return {
    text,
    evidence,
    isTrouble: true,
    conclusion: { verdict: 'suspect', remediation: 'restart', confidence: suspectConfidence },
  }
}

/** @returns undefined if there are too few points. */
function measureGrowth({ points }: SeriesFacts) {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length < pointsMin) return undefined
  const values = points.map(([, value]) => value)
  const slope = theilSenSlope(values)
  const gained = slope * (values.length - 1)
  const rest = values.map((value, index) => value - slope * index)
  const third = Math.floor(values.length / 3)
  const [early, middle, late] = [
    median(values.slice(0, third)),
    median(values.slice(third, 2 * third)),
    median(values.slice(-third)),
  ]
  const isPlain = gained > deviationsMin * robustDeviation(rest)
  // A step grows once, a leak throughout the window.
  const isInEveryPart = middle - early > 0.2 * gained && late - middle > 0.2 * gained
  return {
    early,
    late,
    durationMs: last[0] - first[0],
    isGrown: late - early > shareMin * Math.abs(early),
    isSteady: isPlain && isInEveryPart,
  }
}
