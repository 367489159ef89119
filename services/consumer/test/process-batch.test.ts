import { expect } from 'chai'
import type { ProcessedBatch } from '../src/batch/processed-batch.js'
import { processBatch } from '../src/process-batch.js'
import { rowsByTable } from './support/fake-writer.js'
import { createRandom, randomEnvelope } from './support/random-envelope.js'
import {
  batchRecord,
  envelopeBody,
  envelopeRecord,
  metricItem,
  outcomesRecord,
  processOptions,
  receivedAt,
  spanContainer,
  spanItem,
  streamedSpan,
  toBatch,
  transaction,
  childSpan,
} from './support/records.js'

function total({ counts }: ProcessedBatch): number {
  return Object.values(counts.items).reduce((sum, quantity) => sum + quantity, 0)
}

describe('processBatch', () => {
  it('turns JSON spans into span rows, and spans without a parent into root rows too', async () => {
    const spans = [spanItem(), spanItem({ parent_span_id: 'f'.repeat(16) })]
    const processed = await processBatch(toBatch('spans', [batchRecord({ spans })]), processOptions)
    expect(rowsByTable(processed.inserts)).to.deep.equal({ spans: 2, root_spans: 1, outcomes: 1 })
    expect(processed.counts.items).to.deep.equal({ stored: 2, dropped: 0, rate_limited: 0, dead_lettered: 0 })
    expect(processed.counts.oldestReceivedAt).to.equal(receivedAt)
    expect(processed.counts.rows).to.equal(4)
  })

  it('counts a sample once per metric name', async () => {
    const metrics = [metricItem({ metrics: { cpu_usage_cores: 1, queue_depth: 4, other: 5 } })]
    const processed = await processBatch(toBatch('metrics', [batchRecord({ metrics })]), processOptions)
    expect(rowsByTable(processed.inserts)).to.deep.equal({ container_metrics: 1, metric_points: 2, outcomes: 1 })
    expect(processed.counts.items.stored).to.equal(3)
  })

  it('adds counts of rejected items to the ledger unchanged', async () => {
    const count = { organizationId: 'org-1', projectId: '', kind: 'span', minute: 1_700_000_040_000, quantity: 7 }
    const refused = [
      { ...count, outcome: 'rate_limited', reason: 'key_rate_limit' },
      { ...count, outcome: 'dropped', reason: 'too_large' },
    ] as const
    const processed = await processBatch(toBatch('outcomes', [outcomesRecord(refused)]), processOptions)
    expect(rowsByTable(processed.inserts)).to.deep.equal({ outcomes: 2 })
    expect(processed.counts.items).to.include({ rate_limited: 7, dropped: 7 })
  })

  it('sums the ledger per minute, kind, outcome and reason', async () => {
    const records = [1, 2, 3].map(() => batchRecord({ spans: [spanItem()] }))
    const later = batchRecord({ spans: [spanItem()] }, { receivedAt: receivedAt + 60_000 })
    const processed = await processBatch(toBatch('spans', [...records, later]), processOptions)
    expect(rowsByTable(processed.inserts)['outcomes']).to.equal(2)
  })

  it('skips omitted items and counts them by their quantity', async () => {
    const omitted = [{ index: 0, kind: 'span', outcome: 'dropped', reason: 'invalid_span', quantity: 1 }] as const
    const record = batchRecord({ spans: [{ broken: true }, spanItem()] }, { omitted: [...omitted] })
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(processed.counts.items).to.include({ stored: 1, dropped: 1 })
  })

  it("drops a batch's bad items and stores the others", async () => {
    const spans = [spanItem(), { broken: true }, null, 5, spanItem({ start_time: 'yesterday' })]
    const metrics = [metricItem(), {}, metricItem({ metrics: { a: 'text', b: 2 } })]
    const ofSpans = await processBatch(toBatch('spans', [batchRecord({ spans })]), processOptions)
    const ofMetrics = await processBatch(toBatch('metrics', [batchRecord({ metrics })]), processOptions)
    expect(ofSpans.counts.items).to.include({ stored: 1, dropped: 4, dead_lettered: 0 })
    expect(ofMetrics.counts.items).to.include({ stored: 2, dropped: 3, dead_lettered: 0 })
  })

  describe('an unreadable record', () => {
    const good = batchRecord({ spans: [spanItem()] })
    const bad = {
      'without headers': { ...good, headers: {} },
      'with headers of another system': { ...good, headers: { meta: '{"a":1}' } },
      'with a body that does not inflate': { ...good, value: Buffer.from('not gzip') },
      'with a body of another shape': batchRecord({ other: [] }),
      'with a body that is not JSON': { ...batchRecord({}, { encoding: 'identity' }), value: Buffer.from('{') },
    }
    for (const [name, record] of Object.entries(bad)) {
      it(`${name} becomes one dead letter and does not block others`, async () => {
        const processed = await processBatch(
          toBatch('spans', [good, record, batchRecord({ spans: [spanItem()] })]),
          processOptions,
        )
        const [letter, ...further] = processed.deadLetters
        expect(further).to.deep.equal([])
        expect(letter).to.include({ offset: 1, itemIndex: null, reason: 'unreadable_record' })
        expect(letter?.detail).to.not.equal('')
        expect(processed.counts.items).to.deep.equal({ stored: 2, dropped: 0, rate_limited: 0, dead_lettered: 1 })
      })
    }

    it('of topic envelopes or outcomes becomes one dead letter too', async () => {
      for (const topic of ['envelopes', 'outcomes'] as const) {
        const processed = await processBatch(toBatch(topic, [{ headers: {}, value: Buffer.from('x'), rows: 1 }]), {
          ...processOptions,
        })
        expect(processed.counts.items.dead_lettered).to.equal(1)
      }
    })
  })

  it('turns an item that breaks the pipeline into a dead letter without rows, and continues', async () => {
    const depth = 200_000
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const body = `{"spans":[${JSON.stringify(spanItem())},${JSON.stringify(spanItem({ attributes: 0 })).replace(
      '"attributes":0',
      `"attributes":{"deep":${deep}}`,
    )},${JSON.stringify(spanItem())}]}`
    const record = { ...batchRecord({}, { encoding: 'identity' }), value: Buffer.from(body) }
    const processed = await processBatch(toBatch('spans', [record]), processOptions)
    expect(processed.deadLetters).to.have.length(1)
    expect(processed.deadLetters[0]).to.include({ offset: 0, itemIndex: 1, reason: 'pipeline_error' })
    expect(rowsByTable(processed.inserts)).to.include({ spans: 2, root_spans: 2 })
    expect(total(processed)).to.equal(3)
  })

  it('produces byte-identical inserts whenever the same batch is processed', async () => {
    const random = createRandom(7)
    const records = Array.from({ length: 40 }, () => randomEnvelope(random).record)
    const batch = toBatch('envelopes', records)
    const first = await processBatch(batch, processOptions)
    const second = await processBatch(structuredClone(batch), processOptions)
    expect(second).to.deep.equal(first)
    expect(first.counts.rows).to.be.greaterThan(40)
  })

  it('counts every item exactly once, whatever the mix of valid, invalid and unknown ones', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = createRandom(seed)
      const envelopes = Array.from({ length: 12 }, () => randomEnvelope(random))
      const batch = toBatch(
        'envelopes',
        envelopes.map(({ record }) => record),
      )
      const expected = envelopes.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(total(await processBatch(batch, processOptions)), `seed ${seed}`).to.equal(expected)
    }
  })

  describe('envelopes', () => {
    const process = (body: string, header: Record<string, unknown> = {}) =>
      processBatch(toBatch('envelopes', [envelopeRecord(body, header)]), processOptions)

    it('stores a transaction with n spans as n + 1 spans', async () => {
      const payload = transaction({ spans: [childSpan(), childSpan({ span_id: '1'.repeat(16) })] })
      const processed = await process(envelopeBody([{ header: { type: 'transaction' }, payload }]))
      expect(rowsByTable(processed.inserts)).to.deep.equal({ spans: 3, root_spans: 1, outcomes: 1 })
      expect(processed.counts.items.stored).to.equal(3)
    })

    it("stores a container's spans", async () => {
      const processed = await process(envelopeBody([spanContainer([streamedSpan(), streamedSpan({ name: 'x' })])]))
      expect(rowsByTable(processed.inserts)).to.deep.equal({ spans: 2, root_spans: 2, outcomes: 1 })
    })

    it('drops a container with a wrong count, by the declared count', async () => {
      const processed = await process(envelopeBody([spanContainer([streamedSpan()], 3)]))
      expect(rowsByTable(processed.inserts)).to.deep.equal({ outcomes: 1 })
      expect(processed.counts.items.dropped).to.equal(3)
    })

    it('drops known and unknown types that are not stored, by their natural quantity', async () => {
      const processed = await process(
        envelopeBody([
          { header: { type: 'log', item_count: 4 }, payload: { items: [1, 2, 3, 4] } },
          { header: { type: 'session' }, payload: {} },
          { header: { type: 'from_the_future', item_count: 9 }, payload: 'anything' },
        ]),
      )
      expect(processed.counts.items.dropped).to.equal(6)
    })

    it('ignores a declared count that the payload has no room for', async () => {
      const processed = await process(envelopeBody([{ header: { type: 'log', item_count: 1e12 }, payload: '{}' }]))
      expect(processed.counts.items.dropped).to.equal(2)
    })

    it('drops payloads that are invalid JSON or nested too deeply', async () => {
      const deep = `${'['.repeat(65)}${']'.repeat(65)}`
      const processed = await process(
        envelopeBody([
          { header: { type: 'event' }, payload: '{' },
          { header: { type: 'transaction' }, payload: `{"a":${deep}}` },
          { header: { type: 'span' }, payload: 'null x' },
        ]),
      )
      expect(processed.counts.items).to.deep.equal({ stored: 0, dropped: 3, rate_limited: 0, dead_lettered: 0 })
    })

    it('reads the single event of a legacy request, including transactions', async () => {
      const store = { form: 'store' } as const
      const asEvent = await process(JSON.stringify({ message: 'hello' }), store)
      const asTransaction = await process(JSON.stringify(transaction()), store)
      const asText = await process('@@@', store)
      expect(rowsByTable(asEvent.inserts)).to.deep.equal({ events: 1, outcomes: 1 })
      expect(rowsByTable(asTransaction.inserts)).to.include({ spans: 1 })
      expect(asText.counts.items.dropped).to.equal(1)
    })
  })
})
