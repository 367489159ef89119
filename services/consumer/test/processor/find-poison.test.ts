import { expect } from 'chai'
import type { BatchProcessor } from '../../src/processor/batch-processor.js'
import { findPoison } from '../../src/processor/find-poison.js'
import { createInlineProcessor } from '../../src/processor/inline-processor.js'
import { batchRecord, processOptions, spanItem, toBatch } from '../support/records.js'

const inline = createInlineProcessor(processOptions)
const batch = toBatch(
  'spans',
  Array.from({ length: 21 }, () => batchRecord({ spans: [spanItem()] })),
)
const { signal } = new AbortController()

function failingOn(fails: (offsets: readonly number[]) => boolean): BatchProcessor {
  return {
    process: (part, findings = {}) => {
      const { poisoned = [] } = findings
      const offsets = part.records.map(({ offset }) => offset).filter((offset) => !poisoned.includes(offset))
      return fails(offsets) ? Promise.reject(new Error('died')) : inline.process(part, findings)
    },
    close: () => Promise.resolve(),
  }
}

describe('findPoison', () => {
  it('finds exactly the records on which the processor fails', async () => {
    const processor = failingOn((offsets) => offsets.includes(3) || offsets.includes(17))
    const poisoned = await findPoison(processor, batch, signal)
    expect(poisoned).to.deep.equal([3, 17])
    const { counts, deadLetters } = await processor.process(batch, { poisoned })
    expect(deadLetters.map(({ offset }) => offset)).to.deep.equal([3, 17])
    expect(counts.items).to.include({ stored: 19, dead_lettered: 2 })
  })

  it('blames no record if the processor is broken', async () => {
    expect(
      await findPoison(
        failingOn(() => true),
        batch,
        signal,
      ),
    ).to.deep.equal([])
    expect(
      await findPoison(
        failingOn((offsets) => offsets.length > 0),
        batch,
        signal,
      ),
    ).to.deep.equal([])
  })

  it('blames no record if the batch succeeds this time', async () => {
    expect(await findPoison(inline, batch, signal)).to.deep.equal([])
  })
})
