import { expect } from 'chai'
import type { LoadLedger, SentItems } from './load.js'
import type { StoredItems } from './stored-items.js'

/** A completed run of `createLoad`: what was sent, and a store with all of its results. */
export interface FinishedRun {
  ledger: LoadLedger
  stored: StoredItems
  /** Acknowledged errors that were sent and acknowledged again. */
  sentAgain?: number
}

/** Defines tests of the guarantees after a run, whichever parts failed during it. */
export function itStoredEverythingOnce(run: () => FinishedRun): void {
  it('stores every acknowledged error exactly once', async () => {
    const { ledger, stored } = run()
    expectExactlyOnce(ledger, await stored.countBy('events', 'event_id'), (items) => items.eventIds)
  })

  it('stores every acknowledged span exactly once', async () => {
    const { ledger, stored } = run()
    expectExactlyOnce(ledger, await stored.countBy('spans', 'span_id'), (items) => items.spanIds)
  })

  it('stores every acknowledged sample exactly once, in both tables', async () => {
    const { ledger, stored } = run()
    const numbers = (items: SentItems) => items.sampleNumbers.map(String)
    const cpu = 'toUInt64(assumeNotNull(cpu_usage_cores))'
    expectExactlyOnce(ledger, await stored.countBy('container_metrics', cpu), numbers)
    expectExactlyOnce(ledger, await stored.countBy('metric_points', 'toUInt64(value)'), numbers)
  })

  it('has a root span for every span without a parent', async () => {
    const { stored } = run()
    expect(await stored.count('root_spans')).to.equal(await stored.count('spans', "parent_span_id = ''"))
  })

  it('has projections consistent with their rows', async () => {
    expect(await run().stored.projectionsThatDiffer()).to.deep.equal([])
  })

  it('has a ledger that balances with the tables, and counts only rejections that were answered', async () => {
    const { ledger, stored, sentAgain = 0 } = run()
    const events = await stored.count('events')
    const outcomes = Object.entries(await stored.sumOutcomes())
    const isRefusal = ([name]: [string, number]) => name.endsWith(' dropped log_full')
    expect(Object.fromEntries(outcomes.filter((outcome) => !isRefusal(outcome)))).to.deep.equal({
      'error stored': events,
      ...(sentAgain > 0 && { 'error dropped duplicate': sentAgain }),
      'metric stored': (await stored.count('container_metrics')) * 2,
      'span stored': await stored.count('spans'),
      'unknown dropped unknown_item': events + sentAgain,
    })
    const refused = outcomes.filter(isRefusal).reduce((sum, [, items]) => sum + items, 0)
    expect(refused).to.be.at.most(ledger.uncertain.reduce((sum, items) => sum + countItems(items), 0))
  })
}

function countItems({ eventIds, spanIds, sampleNumbers, unknownItems }: SentItems): number {
  return eventIds.length + spanIds.length + 2 * sampleNumbers.length + unknownItems
}

/** Every acknowledged item is stored, none is stored twice, and nothing that was never sent is stored. */
function expectExactlyOnce(
  ledger: LoadLedger,
  found: ReadonlyMap<string, number>,
  identify: (items: SentItems) => string[],
): void {
  const acknowledged = ledger.acknowledged.flatMap(identify)
  const sent = new Set([...acknowledged, ...ledger.uncertain.flatMap(identify)])
  expect(acknowledged.length, 'acknowledged').to.be.greaterThan(0)
  const lost = acknowledged.filter((id) => !found.has(id))
  const doubled = [...found].filter(([, count]) => count !== 1)
  const neverSent = [...found.keys()].filter((id) => !sent.has(id))
  expect({ lost, doubled, neverSent }).to.deep.equal({ lost: [], doubled: [], neverSent: [] })
}
