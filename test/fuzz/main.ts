import { createRandom } from '../support/random.js'
import type { Corpus, FuzzSubject } from './subject.js'
import { fuzzSubjects, readCorpus } from './subjects.js'

/**
 * Fuzzes each subject for `FUZZ_SECONDS` (600), those that need no key first; `FUZZ_ONLY` names one by a part of its name. Each
 * says in one line how many rounds it ran, how long, what the slowest round took (with its seed) and what memory became.
 * Seeds go on from `FUZZ_SEED` (the time), so that every run is another one; a failure names the seed that repeats it.
 * Run with `--expose-gc`: memory must not grow, and no round may take the processor for long.
 */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 600)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const only = process.env['FUZZ_ONLY'] ?? ''
const heapGrowthMax = 64 * 1024 * 1024
/** Caches are full and code is compiled by then: from here on memory must stay as it is. */
const warmSeconds = seconds / 5
/** Of processor time: a request that costs as much keeps others waiting. */
const roundMsMax = 3_000

function usedHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function inMebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @returns milliseconds of processor time. @throws Error when they are too many. */
async function runRound(subject: FuzzSubject, corpus: Corpus, seed: number): Promise<number> {
  const before = process.cpuUsage()
  await subject.round(corpus, createRandom(seed))
  const tookMs = process.cpuUsage(before).user / 1_000
  if (tookMs > roundMsMax) throw new Error(`the round took ${tookMs} ms of the processor`)
  return tookMs
}

/** @returns whether no round failed and memory stayed. */
async function fuzz(subject: FuzzSubject, corpus: Corpus): Promise<boolean> {
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1_000
  let seed = firstSeed
  let heapAtStart: number | undefined
  let slowest = { tookMs: 0, seed }
  try {
    for (; since() < seconds; seed += 1) {
      const tookMs = await runRound(subject, corpus, seed)
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
  const most = `the slowest ${slowest.tookMs.toFixed(1)} ms of the processor (seed ${slowest.seed})`
  const memory = `the heap grew by ${inMebibytes(growth)} MiB, ${inMebibytes(process.memoryUsage().rss)} MiB resident`
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
