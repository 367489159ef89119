import { expect } from 'chai'
import type { BatchProcessor } from '../../src/processor/batch-processor.js'
import type { ProcessedBatch } from '../../src/batch/processed-batch.js'
import { createProcessorPool } from '../../src/processor/processor-pool.js'
import { toBatch } from '../support/records.js'

/** A processor whose batches are finished by the test. */
class HeldProcessor implements BatchProcessor {
  readonly settle: ((outcome?: Error) => void)[] = []
  readonly shared: (number | undefined)[] = []
  isClosed = false

  process(...[, , processors]: Parameters<BatchProcessor['process']>): Promise<ProcessedBatch> {
    this.shared.push(processors)
    return new Promise((resolve, reject) => {
      const counts = { rows: 0, items: { stored: 0, dropped: 0, rate_limited: 0, dead_lettered: 0 } }
      const processed = { inserts: [], deadLetters: [], sightings: [], identities: [], skippedRules: [] }
      this.settle.push((failure) => {
        if (failure === undefined) resolve({ ...processed, counts: { ...counts, oldestReceivedAt: undefined } })
        else reject(failure)
      })
    })
  }

  close(): Promise<void> {
    this.isClosed = true
    return Promise.resolve()
  }
}

describe('createProcessorPool', () => {
  let made: HeldProcessor[]
  let pool: BatchProcessor
  const batch = toBatch('spans', [])
  const counts = () => made.map(({ settle }) => settle.length)

  beforeEach(() => {
    made = []
    pool = createProcessorPool(3, () => {
      const processor = new HeldProcessor()
      made.push(processor)
      return processor
    })
  })

  it('starts another processor only if the existing ones are busy, up to its size', async () => {
    expect(made).to.have.length(1)
    const first = pool.process(batch)
    made[0]?.settle[0]?.()
    await first
    void pool.process(batch)
    expect(counts()).to.deep.equal([2])
    for (let more = 0; more < 4; more += 1) void pool.process(batch)
    expect(counts()).to.deep.equal([3, 2, 1])
  })

  it('gives the next batch to the least busy one, even after failures', async () => {
    const [, second] = [1, 2, 3].map(() => pool.process(batch))
    made[1]?.settle[0]?.(new Error('the worker died'))
    const failure: unknown = await second?.catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'the worker died')
    void pool.process(batch)
    expect(counts()).to.deep.equal([1, 2, 1])
  })

  it('distributes batches in turn if none waits, and reports how many share them', async () => {
    const both = [pool.process(batch), pool.process(batch)]
    for (const { settle } of made) settle[0]?.()
    await Promise.all(both)
    for (const expected of [
      [2, 1],
      [2, 2],
      [3, 2],
    ]) {
      const next = pool.process(batch)
      expect(counts()).to.deep.equal(expected)
      for (const { settle } of made) for (const each of settle) each()
      await next
    }
    expect(made.map(({ shared }) => shared)).to.deep.equal([
      [1, 2, 2],
      [2, 2],
    ])
  })

  it('closes all of them', async () => {
    for (let batches = 0; batches < 2; batches += 1) void pool.process(batch)
    await pool.close()
    expect(made.map(({ isClosed }) => isClosed)).to.deep.equal([true, true])
  })
})
