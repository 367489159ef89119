import type { BatchProcessor } from './batch-processor.js'

interface PooledProcessor {
  processor: BatchProcessor
  /** Batches that it has. */
  pending: number
}

/**
 * Processes as many batches at the same time as there are processors, each where the fewest wait. A processor beside the first
 * is made when the others are busy for the first time.
 */
export function createProcessorPool(size: number, create: () => BatchProcessor): BatchProcessor {
  const pool: PooledProcessor[] = [{ processor: create(), pending: 0 }]

  function choose(): PooledProcessor {
    const idlest = pool.reduce((one, other) => (other.pending < one.pending ? other : one))
    if (idlest.pending === 0 || pool.length >= size) return idlest
    const added = { processor: create(), pending: 0 }
    pool.push(added)
    return added
  }

  return {
    process: async (batch, findings) => {
      const chosen = choose()
      chosen.pending += 1
      try {
        return await chosen.processor.process(batch, findings)
      } finally {
        chosen.pending -= 1
      }
    },
    close: async () => {
      await Promise.all(pool.map(({ processor }) => processor.close()))
    },
  }
}
