import { createRandom } from '../support/random.js'
import { fuzzSubjects, readCorpus } from './subjects.js'

const rounds = 3_000

/** A short run with the same seeds each time; `make fuzz` goes on for ten minutes with new ones. */
describe('garbage and damaged requests', () => {
  for (const { name, round } of fuzzSubjects) {
    it(`${name}: no fault in ${rounds} rounds`, async function () {
      this.timeout(120_000)
      const corpus = await readCorpus()
      for (let seed = 1; seed <= rounds; seed += 1) {
        try {
          await round(corpus, createRandom(seed))
        } catch (cause) {
          throw new Error(`seed ${seed}: ${String(cause)}`, { cause })
        }
      }
    })
  }
})
