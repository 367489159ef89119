import { setImmediate } from 'node:timers/promises'
import { createRandom } from '../support/random.js'
import type { Corpus, FuzzSubject } from './subject.js'
import { fuzzSubjects, readCorpus } from './subjects.js'

/**
 * Fuzzes each subject for `FUZZ_SECONDS` (600), unauthenticated ones first. `FUZZ_ONLY` selects subjects by a part of their
 * name. Prints one line per subject: rounds, duration, the slowest round with its seed, and memory.
 * Seeds count up from `FUZZ_SEED` (default: derived from the clock, so every run differs); a failure prints the seed that
 * reproduces it. Run with `--expose-gc`: memory must not grow, and no round may exceed its processor time.
 */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 600)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const only = process.env['FUZZ_ONLY'] ?? ''
const heapGrowthMax = 64 * 1024 * 1024
/** By then caches are full and code is compiled: memory must not grow from here on. */
const warmSeconds = seconds / 5
/** Maximum processor time: a request that takes longer would block others. */
const roundMsMax = 3_000

function usedHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function inMebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @returns milliseconds of processor time. @throws Error if they exceed the limit. */
async function runRound(subject: FuzzSubject, corpus: Corpus, seed: number): Promise<number> {
  const before = process.cpuUsage()
  await subject.round(corpus, createRandom(seed))
  const tookMs = process.cpuUsage(before).user / 1_000
  if (tookMs > roundMsMax) throw new Error(`the round took ${tookMs} ms of processor time`)
  return tookMs
}

/** @returns true if no round failed and memory did not grow. */
async function fuzz(subject: FuzzSubject, corpus: Corpus): Promise<boolean> {
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1_000
  let seed = firstSeed
  let heapAtStart: number | undefined
  let slowest = { tookMs: 0, seed }
  try {
    for (; since() < seconds; seed += 1) {
      const tookMs = await runRound(subject, corpus, seed)
      // Callbacks that rounds leave to the event loop run here; otherwise they would accumulate.
      if (seed % 100 === 0) await setImmediate()
      if (tookMs > slowest.tookMs) slowest = { tookMs, seed }
      if (heapAtStart === undefined && since() > warmSeconds) heapAtStart = usedHeap()
    }
  } catch (error) {
    console.error(`${subject.name}: failed with seed ${seed} (FUZZ_SEED=${seed} repeats it)`, error)
    return false
  } finally {
    await subject.close?.()
  }
  const growth = heapAtStart === undefined ? 0 : usedHeap() - heapAtStart
  const took = `${seed - firstSeed} rounds in ${since().toFixed(1)} s`
  const most = `the slowest ${slowest.tookMs.toFixed(1)} ms of processor time (seed ${slowest.seed})`
  const memory = `heap growth ${inMebibytes(growth)} MiB, ${inMebibytes(process.memoryUsage().rss)} MiB resident`
  console.log(`${subject.name}: no fault in ${took}; ${most}; ${memory}`)
  return growth <= heapGrowthMax
}

const corpus = await readCorpus()
const failed: string[] = []
for (const subject of fuzzSubjects.filter(({ name }) => name.includes(only))) {
  if (!(await fuzz(subject, corpus))) failed.push(subject.name)
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
