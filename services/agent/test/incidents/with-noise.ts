import { addNoise, noiseLevels } from './add-noise.js'
import { readWritten } from './corpora.js'
import { investigate, judge } from './judge-incident.js'

/**
 * Measures how much worse the playbook gets with noise added to the stored incidents, at three levels: `node --import
 * tsx --conditions=@signalbox/source services/agent/test/incidents/with-noise.ts [SEED]`.
 */
const seed = Number(process.argv[2] ?? 1)
const written = readWritten()

function count(prepare: (one: (typeof written)[number], index: number) => (typeof written)[number]['incident']) {
  const judged = written.map((one, index) => {
    const incident = prepare(one, index)
    return { author: one.author, ...judge(incident, investigate(incident)) }
  })
  const right = (isOf: (author: string) => boolean) =>
    judged.filter(({ author, isRight }) => isOf(author) && isRight).length
  return {
    'right, with noise': right((author) => author !== 'quiet'),
    'right, without noise': right((author) => author === 'quiet'),
    'innocent found': judged.filter(({ blamed, verdict }) => blamed && verdict === 'cause_found').length,
    'innocent likely': judged.filter(({ blamed, verdict }) => blamed && verdict === 'cause_likely').length,
  }
}

const levels = Object.keys(noiseLevels).filter((name): name is keyof typeof noiseLevels => name in noiseLevels)
console.log('right rankings by added noise')
console.table({
  nothing: count(({ incident }) => incident),
  ...Object.fromEntries(
    levels.map((level) => [level, count(({ incident }, index) => addNoise(incident, level, seed * 1000 + index))]),
  ),
})
