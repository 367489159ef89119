import { expect } from 'chai'
import { FloodMemory } from '../../src/batch/flood-memory.js'
import { collectBatch, type BatchCollector } from '../../src/batch/batch-collector.js'
import { dropped, stored } from '../../src/batch/item-result.js'
import { processSpanItem } from '../../src/kinds/span/process-span-item.js'
import { rowsByTable } from '../support/fake-writer.js'
import { batchContext, spansOf } from '../support/item-context.js'
import { batchRecord, receivedAt, spanItem } from '../support/records.js'

const position = { topic: 'spans', partition: 0, start: 0, end: 1 }
const record = { ...batchRecord({}), offset: 0 }
const scope = { organizationId: 'org-1', projectId: '', receivedAt }
const createSpans = () => spansOf(processSpanItem(spanItem(), batchContext()))
const good = createSpans()
const bad = createSpans().map((row) => ({ ...row, trace_id: 'no trace id' }))

function reference(itemIndex: number, quantity: number) {
  return { scope, record, itemIndex, kind: 'span', quantity } as const
}

function collect(fill: (collector: BatchCollector) => void) {
  return collectBatch(
    { position, received: { startMs: receivedAt, endMs: receivedAt }, floodMemory: new FloodMemory() },
    (collector) => {
      fill(collector)
      return Promise.resolve({ skippedRules: [] })
    },
  )
}

describe('collectBatch', () => {
  it('removes all rows of an item that a table rejects, and retains the items around it', async () => {
    const processed = await collect((collector) => {
      collector.addItem(reference(0, 1), () => stored('span', 1, { spans: good }))
      collector.addItem(reference(1, 3), () =>
        stored('span', 3, { spans: [...createSpans(), ...createSpans(), ...bad] }),
      )
      collector.addItem(reference(2, 1), () => stored('span', 1, { spans: bad }))
      collector.addItem(reference(3, 1), () => stored('span', 1, { spans: createSpans() }))
    })
    expect(rowsByTable(processed.inserts)).to.deep.equal({ spans: 2, outcomes: 2 })
    expect(processed.deadLetters.map(({ itemIndex, reason }) => [itemIndex, reason])).to.deep.equal([
      [1, 'pipeline_error'],
      [2, 'pipeline_error'],
    ])
    expect(processed.counts.items).to.include({ stored: 2, dead_lettered: 4 })
  })

  it('drops items that the batch already contains, unless those were part of a rejected item', async () => {
    const [first, second] = [createSpans(), createSpans()]
    const processed = await collect((collector) => {
      collector.addItem(reference(0, 2), () => stored('span', 2, { spans: [...first, ...bad] }))
      collector.addItem(reference(1, 3), () => stored('span', 3, { spans: [...first, ...second, ...first] }))
      collector.addItem(reference(2, 1), () => stored('span', 1, { spans: second }))
      collector.addItem(reference(3, 1), () => {
        throw new Error('the pipeline failed')
      })
      collector.addItem(reference(4, 1), () => stored('span', 1, { spans: first }))
    })
    expect(rowsByTable(processed.inserts)).to.include({ spans: 2 })
    expect(processed.counts.items).to.include({ stored: 2, dropped: 3, dead_lettered: 3 })
    expect(processed.identities.map(({ table, times }) => [table, times.length])).to.deep.equal([['spans', 2]])
  })

  it('counts items without rows', async () => {
    const processed = await collect((collector) => {
      collector.addItem(reference(0, 5), () => dropped('span', 5, 'invalid_span'))
    })
    expect(rowsByTable(processed.inserts)).to.deep.equal({ outcomes: 1 })
    expect(processed.counts).to.deep.include({ rows: 1, oldestReceivedAt: undefined })
  })
})
