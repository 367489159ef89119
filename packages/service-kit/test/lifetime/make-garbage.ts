import { once } from 'node:events'
import { getHeapSpaceStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { limitYoungGeneration } from '../../src/lifetime/young-generation.js'

// Makes garbage before and after starting threads, and prints the size of the young generation, in MiB.
limitYoungGeneration(process)
makeGarbage()
const before = readSize()
for (let thread = 0; thread < 3; thread++) await once(new Worker('', { eval: true }), 'exit')
makeGarbage()
process.stdout.write(JSON.stringify({ before, after: readSize() }))

/** Some of it lives long enough that V8 would make more space for new objects. */
function makeGarbage(): void {
  let kept: object[] = []
  for (let index = 0; index < 2_000_000; index++) {
    kept.push({ text: `x${index}` })
    if (kept.length > 20_000) kept = kept.slice(10_000)
  }
}

function readSize(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return (space?.space_size ?? 0) / 2 ** 20
}
