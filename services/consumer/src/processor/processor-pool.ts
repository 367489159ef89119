import type { BatchProcessor } from './batch-processor.js'

interface PooledProcessor {
  processor: BatchProcessor
  /** Number of batches it has. */
  pending: number
}

/**
 * Processes as many batches concurrently as there are processors; each goes to the processor with the shortest queue,
 * round-robin on ties. Processors after the first are created when all others are busy.
 */
export function createProcessorPool(size: number, create: () => BatchProcessor): BatchProcessor {
  const pool: PooledProcessor[] = [{ processor: create(), pending: 0 }]

  /** The first in the list is the least recently chosen. */
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
