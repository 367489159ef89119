import type { StoredSearch } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { createDuplicateSearch } from '../../src/duplicates/duplicate-search.js'
import { IdentitySet } from '../../src/batch/identity-set.js'
import type { BatchIdentities } from '../../src/batch/item-identities.js'

const now = Date.parse('2026-11-21T08:00:30.000Z')

const identityOf = (name: string) => ['org', 'project', 'trace', name]
const textOf = (name: string) => identityOf(name).join('\t')

function spans(names: readonly string[], time = now): BatchIdentities[] {
  const identities = new IdentitySet()
  for (const name of names) identities.add(identityOf(name))
  const times = Float64Array.from(names, () => time)
  return [{ table: 'spans', ...identities.toColumns(), times, isTimeOwn: Uint8Array.from(names, () => 1) }]
}

const range = (start: number, end: number, partition = 0) => ({ topic: 'spans', partition, start, end }) as const

/** A store that only has a newest time, and records its queries. */
function createAskedStore(lastTime: number) {
  const asked: StoredSearch[] = []
  const store = {
    findStored: (search: StoredSearch) => {
      asked.push(search)
      return Promise.resolve([])
    },
    findLastTime: () => Promise.resolve(lastTime),
  }
  return { asked, store, names: () => asked.flatMap(({ identities }) => identities) }
}

describe('createDuplicateSearch', () => {
  it('skips queries for items that are newer than the stored ones and were not seen', async () => {
    const { store, names } = createAskedStore(now - 1)
    const search = createDuplicateSearch(store)
    await search.begin(range(0, 5), spans(['a', 'b']))()
    await search.begin(range(5, 9), spans(['c']))()
    expect(names()).to.deep.equal([])
  })

  it('queries items that it has seen, at any time of the day around them', async () => {
    const { store, asked } = createAskedStore(0)
    const search = createDuplicateSearch(store)
    await search.begin(range(0, 5), spans(['a', 'b']))()
    await search.begin(range(5, 9), spans(['b', 'c']))()
    const [question, ...others] = asked
    expect(others).to.deep.equal([])
    expect(question).to.deep.include({ table: 'spans', identities: [textOf('b')], except: range(5, 9) })
    expect(question?.from).to.be.at.most(now - 24 * 3_600_000)
  })

  it('queries items as old as the store, by their own time', async () => {
    const { store, asked } = createAskedStore(now)
    await createDuplicateSearch(store).begin(range(0, 5), spans(['a'], now))()
    expect(asked).to.deep.equal([
      { table: 'spans', identities: [textOf('a')], from: now - 1, to: now + 1, except: range(0, 5) },
    ])
  })

  it('queries everything again for a partition that another consumer had in between', async () => {
    const { store, names } = createAskedStore(now)
    const search = createDuplicateSearch(store)
    await search.begin(range(0, 5), spans(['a'], now + 1))()
    await search.begin(range(7, 9), spans(['b'], now))()
    expect(names()).to.deep.equal([textOf('b')])
  })

  it('repeats its queries after a store outage, and treats nothing in the batch as a duplicate', async () => {
    let isAway = true
    const { store, names } = createAskedStore(now)
    const search = createDuplicateSearch({
      ...store,
      findStored: (question) => (isAway ? Promise.reject(new Error('away')) : store.findStored(question)),
    })
    const ask = search.begin(range(0, 5), [...spans(['a'], now), ...spans(['b'], now + 1)])
    expect(await ask().catch((error: unknown) => error)).to.be.instanceOf(Error)
    isAway = false
    await ask()
    expect(names()).to.deep.equal([textOf('a')])
  })
})
