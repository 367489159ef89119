import type { NewestItems, StoredSearch } from '@signalbox/telemetry-store'
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

/** A store that only has its newest rows, and records its queries. Without rows, only their newest time is known. */
function createAskedStore(lastTime: number, newest: NewestItems = { identities: [], since: lastTime }) {
  const asked: StoredSearch[] = []
  const read: { from: number }[] = []
  const store = {
    findStored: (search: StoredSearch) => {
      asked.push(search)
      return Promise.resolve([])
    },
    findLastTime: () => Promise.resolve(lastTime),
    findNewest: ({ from }: { from: number }) => {
      read.push({ from })
      return Promise.resolve(newest)
    },
  }
  return { asked, read, store, names: () => asked.flatMap(({ identities }) => identities) }
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

  it('queries every item by its own time while consumers have the partitions', async () => {
    const { store, names, read } = createAskedStore(now - 1)
    const search = createDuplicateSearch(store, { ownsPartitions: false })
    await search.begin(range(0, 5), spans(['a'], now))()
    await search.begin(range(5, 9), spans(['b'], now + 1))()
    expect(names()).to.deep.equal([textOf('a'), textOf('b')])
    expect(read).to.deep.equal([])
  })

  describe('to a store with rows from the future', () => {
    const ahead = now + 3_600_000
    const newest = { identities: [textOf('ahead'), textOf('a')], since: now - 1 }

    it('queries only items that are among the newest rows', async () => {
      const { store, asked, read } = createAskedStore(ahead, newest)
      const search = createDuplicateSearch(store)
      await search.begin(range(0, 5), spans(['a', 'b', 'c'], now))()
      await search.begin(range(5, 9), spans(['d', 'ahead'], now))()
      expect(asked.map(({ identities }) => identities)).to.deep.equal([[textOf('a')], [textOf('ahead')]])
      expect(read).to.have.length(1)
      expect(read[0]?.from).to.be.below(now)
    })

    it('queries items older than the newest rows by their own time', async () => {
      const { store, asked } = createAskedStore(ahead, newest)
      await createDuplicateSearch(store).begin(range(0, 5), spans(['b'], now - 1))()
      expect(asked).to.deep.equal([
        { table: 'spans', identities: [textOf('b')], from: now - 2, to: now, except: range(0, 5) },
      ])
    })

    it('reads the newest rows again for a partition that another consumer had in between', async () => {
      const identities = [textOf('ahead')]
      const { store, names, read } = createAskedStore(ahead, { ...newest, identities })
      const search = createDuplicateSearch(store)
      await search.begin(range(0, 5), spans(['b'], now))()
      identities.push(textOf('c'))
      await search.begin(range(7, 9), spans(['c'], now))()
      expect(names()).to.deep.equal([textOf('c')])
      expect(read).to.have.length(2)
    })

    it('reads them once, even if batches without items come in between', async () => {
      const { store, names, read } = createAskedStore(ahead, newest)
      const search = createDuplicateSearch(store)
      await search.begin(range(0, 5), spans(['b'], now))()
      await search.begin(range(5, 6), [])()
      await search.begin(range(6, 9), spans(['c'], now))()
      expect(names()).to.deep.equal([])
      expect(read).to.have.length(1)
    })

    it('reads them again after an outage', async () => {
      const { store, names, read } = createAskedStore(ahead, newest)
      let failures = 1
      const find = createDuplicateSearch({
        ...store,
        findNewest: (options) => (failures-- > 0 ? Promise.reject(new Error('away')) : store.findNewest(options)),
      }).begin(range(0, 5), spans(['a', 'b'], now))
      expect(await find().catch((error: unknown) => error)).to.be.instanceOf(Error)
      await find()
      expect(names()).to.deep.equal([textOf('a')])
      expect(read).to.have.length(1)
    })
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
