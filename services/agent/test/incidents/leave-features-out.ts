import { featureNames } from '../../src/playbook/scoring/features.js'
import { readWritten, toExamples } from './corpora.js'
import { chooseSharpness, fit, learnLeftOut, sharpen, type Example } from './fit-model.js'
import { isRight, round, sumOf, toOutcome } from './outcomes.js'

/**
 * The value of each feature: the ranking without it, on authors left out while learning the weights. `node --import
 * tsx --conditions=@signalbox/source services/agent/test/incidents/leave-features-out.ts`.
 */
const examples = readWritten().flatMap(toExamples)
const sharpness = chooseSharpness(examples)
console.table({
  nothing: measure(examples),
  ...Object.fromEntries(featureNames.map((name) => [name, measure(examples.map((one) => without(one, name)))])),
})

function without(example: Example, name: string): Example {
  const options = example.options.map((option) => ({ ...option, features: { ...option.features, [name]: 0 } }))
  return { ...example, options }
}

function measure(list: readonly Example[]) {
  const weights = learnLeftOut(list, (others) => sharpen(fit(others), sharpness))
  const outcomes = list.flatMap((example) => {
    const learned = weights.get(example.author)
    return learned ? [toOutcome(example, learned)] : []
  })
  const whole = outcomes.filter(({ example }) => !example.isCopy)
  const copies = outcomes.filter(({ example }) => example.isCopy)
  return {
    right: whole.filter((one) => isRight(one) && one.example.author !== 'quiet').length,
    loss: round(sumOf(whole, ({ loss }) => loss)),
    'culprit unknown, innocent': copies.filter(({ isNamed, isTrue, isChange }) => isNamed && !isTrue && isChange)
      .length,
    'culprit unknown, loss': round(sumOf(copies, ({ loss }) => loss)),
  }
}
