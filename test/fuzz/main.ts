import { createRandom } from '../support/random.js'
import { fuzzSubjects, readCorpus } from './subjects.js'

/**
 * Fuzzes for `FUZZ_SECONDS` (600). Seeds go on from `FUZZ_SEED` (the time), so that every run is another one; a failure
 * names the seed that repeats it. Run with `--expose-gc`: memory must not grow.
 */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 600)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const heapGrowthMax = 64 * 1024 * 1024
const reportEveryMs = 30_000

function usedHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const corpus = await readCorpus()
const deadline = performance.now() + seconds * 1_000
let reportAt = performance.now() + reportEveryMs
let seed = firstSeed
let heapAtStart: number | undefined
while (performance.now() < deadline) {
  for (const { name, round } of fuzzSubjects) {
    try {
      await round(corpus, createRandom(seed))
    } catch (error) {
      console.error(`${name} failed with seed ${seed} (FUZZ_SEED=${seed} repeats it)`, error)
      process.exit(1)
    }
  }
  seed += 1
  // Caches are full and code is compiled by then: from here on memory must stay as it is.
  if (seed === firstSeed + 2_000) heapAtStart = usedHeap()
  if (performance.now() > reportAt) {
    reportAt += reportEveryMs
    console.log(`${seed - firstSeed} rounds of ${fuzzSubjects.length} subjects, no fault`)
  }
}
const growth = heapAtStart === undefined ? 0 : usedHeap() - heapAtStart
console.log(`${seed - firstSeed} rounds of ${fuzzSubjects.length} subjects; the heap grew by ${growth} bytes`)
if (growth > heapGrowthMax) {
  console.error(`The heap grew by more than ${heapGrowthMax} bytes`)
  process.exit(1)
}
