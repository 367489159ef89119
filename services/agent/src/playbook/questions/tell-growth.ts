import type { FactPack, SeriesFacts } from '../../facts/fact-pack.js'
import { median, robustDeviation, theilSenSlope } from '../../statistics/robust.js'
import { durationOf } from '../scoring/explain-change.js'
import { formatLevel } from '../text/format-level.js'
import type { DirectAnswer } from './direct-answer.js'

const asks = /\bleak(s|ing|ed)?\b|\bmemory\b.{0,30}\b(grow|ris|climb)|\b(grow|ris|climb)\w*\b.{0,30}\bmemory\b/i
const isMemory = /memory|\brss\b|heap|working_?set/i
const describes = /limit|request|capacity|max/i
const pointsMin = 10
/** Growth that stands out so many deviations from what the series scatters, and is so much of its level, is growth. */
const deviationsMin = 5
const shareMin = 0.1

/** `is pod web-1 leaking?`: whether its memory grew steadily. */
export function tellGrowth(question: string, { series, alert, services }: FactPack): DirectAnswer[] {
  if (!asks.test(question)) return []
  const text = question.toLowerCase()
  const named = services.filter((name) => text.includes(name.toLowerCase()))
  const asked = named.length > 0 ? named : alert.service === null ? [] : [alert.service]
  const memory = series.filter(
    ({ service, metric }) => asked.includes(service) && isMemory.test(metric) && !describes.test(metric),
  )
  if (memory.length === 0) {
    const whose = asked.length === 0 ? 'what is asked about' : asked.join(', ')
    return [{ text: `No metric of the memory of ${whose} was sent: whether it leaks cannot be told.`, evidence: [] }]
  }
  return memory.map((one) => {
    const text = describeGrowth(one)
    return { text, evidence: [one.evidence], ...(text.startsWith('Yes') && { isTrouble: true as const }) }
  })
}

function describeGrowth({ service, metric, points }: SeriesFacts): string {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || points.length < pointsMin)
    return `${metric} of ${service} has too few points to tell whether it grows.`
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
  const within = durationOf(last[0] - first[0])
  const levels = `from ${formatLevel(metric, early)} to ${formatLevel(metric, late)} within ${within}`
  // A step grows once, a leak in every part of the time.
  const isSteady = middle - early > 0.2 * gained && late - middle > 0.2 * gained
  const isPlain = gained > deviationsMin * robustDeviation(rest)
  const isGrown = late - early > shareMin * Math.abs(early)
  if (isGrown && isPlain && isSteady)
    return `Yes, it looks like a leak: ${metric} of ${service} grew steadily ${levels}.`
  if (isGrown) return `${metric} of ${service} rose ${levels}, but not steadily: that is no leak by its looks.`
  return `No sign of a leak: ${metric} of ${service} went ${levels}.`
}
