import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firstFailingPriors } from '../../src/playbook/first-failing/first-failing-features.js'
import { readWritten, toExamples, toFirstFailingChoice } from './corpora.js'
import { firstFailingPull, fitChoices } from './fit-choices.js'
import { learn } from './fit-model.js'

/**
 * Learns feature weights from the stored incidents, and writes the tables. The ranking uses the first failure: after
 * a change of that table, run it once more. `node --import tsx --conditions=@signalbox/source
 * services/agent/test/incidents/fit-weights.ts`
 */
const written = readWritten()

// The first failure is a feature of the ranking, so it is learned first.
const firstFailing = fitChoices(written.flatMap(toFirstFailingChoice), firstFailingPriors, firstFailingPull)
writeTable('first-failing/learned-first-failing.ts', firstFailing, {
  name: 'learnedFirstFailing',
  type: 'FirstFailingFeature',
  from: './first-failing-features.js',
})

const examples = written.flatMap(toExamples)
writeTable('scoring/learned-weights.ts', learn(examples), {
  name: 'learnedWeights',
  type: 'FeatureName',
  from: './features.js',
})
console.log(`${examples.length} examples`)

function writeTable(
  file: string,
  weights: Readonly<Record<string, number>>,
  { name, type, from }: { name: string; type: string; from: string },
): void {
  const lines = Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${Number(weight.toFixed(2))},`)
  const text = `import type { ${type} } from '${from}'

/**
 * Weight of each feature, in log-odds per unit. Learned from the project's incidents by
 * \`services/agent/test/incidents/fit-weights.ts\`; do not edit.
 */
export const ${name}: Readonly<Record<${type}, number>> = {
${lines.join('\n')}
}
`
  writeFileSync(fileURLToPath(new URL(`../../src/playbook/${file}`, import.meta.url)), text)
}
