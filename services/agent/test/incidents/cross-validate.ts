import { readWritten, toExamples } from './corpora.js'
import { countFirstFailing } from './first-failing-left-out.js'
import { chooseSharpness, predictLeftOut, type Example } from './fit-model.js'

/**
 * How the ranking does on authors whose incidents were left out while its weights were learned, and how well its
 * probabilities hold: `node --import tsx --conditions=@signalbox/source services/agent/test/incidents/cross-validate.ts`.
 */
const [foundMin, likelyMin, outsideMin] = [0.85, 0.5, 0.5]

interface Outcome {
  example: Example
  probability: number
  isTrue: boolean
  /** Place of the truth, from 1. */
  place: number
  isNamed: boolean
  isChange: boolean
}

const written = readWritten()
const examples = written.flatMap(toExamples)
const sharpness = chooseSharpness(examples)
const outcomes = [...predictLeftOut(examples)].map(([example, p]) => toOutcome(example, p))
const whole = outcomes.filter(({ example }) => !example.isCopy)
const authors = [...new Set(whole.map(({ example }) => example.author))]
console.table(
  Object.fromEntries(
    authors.map((author) => [author, summarize(whole.filter(({ example }) => example.author === author))]),
  ),
)
console.log('first failing service right')
console.table(countFirstFailing(written))
console.log('culprit unknown')
console.table({ all: summarize(outcomes.filter(({ example }) => example.isCopy)) })
console.table(reliability(whole))
const error = reliability(whole).reduce((sum, { said, was, of }) => sum + (Math.abs(said - was) * of) / whole.length, 0)
console.log(`sharpness ${sharpness}, expected calibration error ${error.toFixed(3)}`)

function toOutcome(example: Example, raw: readonly number[]): Outcome {
  const powers = raw.map((value) => value ** sharpness)
  const total = powers.reduce((sum, value) => sum + value, 0)
  const p = powers.map((value) => value / total)
  const order = p.map((_, index) => index).sort((a, b) => (p[b] ?? 0) - (p[a] ?? 0))
  const top = order[0] ?? 0
  const probability = p[top] ?? 0
  const kind = example.options[top]?.kind ?? 'none'
  const isNameable = kind === 'none' ? example.outside >= outsideMin : kind !== 'unknown'
  return {
    example,
    probability,
    isTrue: top === example.truth,
    place: order.indexOf(example.truth) + 1,
    isNamed: isNameable && probability >= likelyMin,
    isChange: kind !== 'none' && kind !== 'unknown',
  }
}

function summarize(all: readonly Outcome[]) {
  const count = (is: (one: Outcome) => boolean) => all.filter(is).length
  return {
    incidents: all.length,
    right: count(({ isNamed, isTrue }) => isNamed && isTrue),
    'innocent found': count((one) => one.isNamed && !one.isTrue && one.isChange && one.probability >= foundMin),
    'innocent likely': count((one) => one.isNamed && !one.isTrue && one.isChange && one.probability < foundMin),
    denied: count(({ isNamed, isTrue, isChange }) => isNamed && !isTrue && !isChange),
    first: count(({ isTrue }) => isTrue),
    'among three': count(({ place }) => place <= 3),
  }
}

/** Of what was said with about one probability, how much was true. */
function reliability(all: readonly Outcome[]) {
  return [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.001].flatMap((until, index, bounds) => {
    const from = bounds[index - 1] ?? 0
    const within = all.filter(({ probability }) => probability >= from && probability < until)
    const mean = (read: (one: Outcome) => number) => within.reduce((sum, one) => sum + read(one), 0) / within.length
    const round = (value: number) => Math.round(value * 100) / 100
    return within.length === 0
      ? []
      : [
          {
            said: round(mean(({ probability }) => probability)),
            was: round(mean(({ isTrue }) => (isTrue ? 1 : 0))),
            of: within.length,
          },
        ]
  })
}
