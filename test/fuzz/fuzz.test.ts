import { createRandom } from '../support/random.js'
import { fuzzSubjects, readCorpus } from './subjects.js'

/** A short run with the same seeds each time; `make fuzz` runs for ten minutes with new ones. */
describe('random and corrupted requests', () => {
  for (const { name, round, rounds = 3_000, close } of fuzzSubjects) {
    it(`${name}: no fault in ${rounds} rounds`, async () => {
      const corpus = await readCorpus()
      try {
        for (let seed = 1; seed <= rounds; seed += 1) {
          await Promise.resolve(round(corpus, createRandom(seed))).catch((cause: unknown) => {
            throw new Error(`seed ${seed}: ${String(cause)}`, { cause })
          })
        }
      } finally {
        await close?.()
      }
    })
  }
})
