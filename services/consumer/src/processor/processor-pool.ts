import type { BatchProcessor } from './batch-processor.js'

interface PooledProcessor {
  processor: BatchProcessor
  /** Batches that it has. */
  pending: number
}

/**
 * Processes as many batches at the same time as there are processors, each where the fewest wait, in turn. A processor beside
 * the first is made when the others are busy for the first time.
 */
export function createProcessorPool(size: number, create: () => BatchProcessor): BatchProcessor {
  const pool: PooledProcessor[] = [{ processor: create(), pending: 0 }]

  /** The first of the list is the one that was chosen longest ago. */
  function choose(): PooledProcessor {
    const idlest = pool.reduce((one, other) => (other.pending < one.pending ? other : one))
    const isEnough = idlest.pending === 0 || pool.length >= size
    const chosen = isEnough ? idlest : { processor: create(), pending: 0 }
    if (isEnough) pool.splice(pool.indexOf(idlest), 1)
    pool.push(chosen)
    return chosen
  }

  return {
    process: async (batch, findings) => {
      const chosen = choose()
      chosen.pending += 1
      try {
        return await chosen.processor.process(batch, findings, pool.length)
      } finally {
        chosen.pending -= 1
      }
    },
    close: async () => {
      await Promise.all(pool.map(({ processor }) => processor.close()))
    },
  }
}
