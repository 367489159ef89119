import { createRandom } from '../../../../test/support/random.js'
import { addNoise, noiseLevels } from './add-noise.js'
import { readWritten, toExamples } from './corpora.js'
import { countFirstFailing } from './first-failing-left-out.js'
import { learnLeftOut, type Example } from './fit-model.js'
import { calibrationError, reliability, round, spreadOf, summarize, toOutcome, type Outcome } from './outcomes.js'

/**
 * Evaluates the ranking on authors left out while learning its weights: unchanged, with the culprit unknown and with
 * added noise; and how well its probabilities are calibrated. Features were developed on all of them. `node --import
 * tsx --conditions=@signalbox/source services/agent/test/incidents/cross-validate.ts [SEEDS_OF_NOISE]`.
 */
const seeds = Number(process.argv[2] ?? 2)
const written = readWritten()
const examples = written.flatMap(toExamples)
const weights = learnLeftOut(examples)
const outcomes = judgeAll(examples)
const whole = outcomes.filter(({ example }) => !example.isCopy)
const inNoise = whole.filter(isInNoise)
const authors = [...new Set(whole.map(({ example }) => example.author))]
console.log('each author, with weights learned from the others')
console.table({
  ...Object.fromEntries(
    authors.map((author) => [author, summarize(whole.filter(({ example }) => example.author === author))]),
  ),
  'all with noise': summarize(inNoise),
})
console.log('all with noise, 90 % interval of resampled incidents:', spreadOf(inNoise, createRandom(1)))
console.log('first failing service right')
console.table(countFirstFailing(written))
console.log('culprit unknown')
console.table(summarizeParts(outcomes.filter(({ example }) => example.isCopy)))
console.log('calibration: predicted probability against the share that was right')
console.table(
  reliability(whole).map(({ said, was, of }) => ({ predicted: round(said), right: round(was), incidents: of })),
)
console.log(`expected calibration error ${calibrationError(whole).toFixed(3)}`)

console.log(`noise added, ${seeds} seeds each`)
const noisy = Object.keys(noiseLevels).filter((name): name is keyof typeof noiseLevels => name in noiseLevels)
for (const level of noisy) {
  const added = Array.from({ length: seeds }, (_, seed) =>
    written.flatMap(({ incident, author }, index) =>
      toExamples({ incident: addNoise(incident, level, (seed + 1) * 1000 + index), author }),
    ),
  )
  const judged = judgeAll(added.flat())
  console.log(level)
  console.table({
    ...summarizeParts(judged.filter(({ example }) => !example.isCopy)),
    'culprit unknown': summarize(judged.filter(({ example }) => example.isCopy)),
  })
}

function judgeAll(list: readonly Example[]): Outcome[] {
  return list.flatMap((example) => {
    const learned = weights.get(example.author)
    return learned ? [toOutcome(example, learned)] : []
  })
}

function isInNoise({ example }: Outcome): boolean {
  return example.author !== 'quiet'
}

function summarizeParts(all: readonly Outcome[]) {
  return {
    'all with noise': summarize(all.filter(isInNoise)),
    quiet: summarize(all.filter((one) => !isInNoise(one))),
  }
}
