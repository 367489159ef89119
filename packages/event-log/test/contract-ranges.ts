import { expect } from 'chai'
import type { EventLog, RangeRequest, StoredRecord } from '../src/index.js'
import { eventually } from '../../../test/support/eventually.js'
import { appendTexts, consume, openReader, record, recordOfBytes, takeBatch, textsOf } from './contract-records.js'
import type { OpenLog } from './contract-fixture.js'

const oneKey = { partitionKey: 'one' }

/** Reading topics outside the consumer groups. */
export function describeRanges(open: OpenLog): void {
  it('reads a range without a group: exactly its records, as they were appended', async () => {
    const log = await open()
    const startedAt = Date.now()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd'])
    const partition = await partitionInUse(log)
    const all = await readAll(log, { partition, from: 0 })
    expect(textsIn(all)).to.deep.equal(['a', 'b', 'c', 'd'])
    expect(all[0]?.headers).to.deep.equal({ name: 'a' })
    expect(all.every(({ appendedAt }) => appendedAt >= startedAt && appendedAt <= Date.now())).to.equal(true)
    const [, second, , fourth] = all
    const middle = await readAll(log, { partition, from: second!.offset, to: fourth!.offset })
    expect(textsIn(middle)).to.deep.equal(['b', 'c'])
  })

  it('reads a range in pieces bounded by records and bytes; a large record is its own piece', async () => {
    const log = await open()
    const records = [record('a'), record('b'), record('c'), recordOfBytes(50_000), record('e')]
    await log.append('envelopes', records, oneKey)
    const partition = await partitionInUse(log)
    const byRecords = await readPieces(log, { partition, from: 0, recordsMax: 2 })
    expect(byRecords.map((piece) => piece.length)).to.deep.equal([2, 2, 1])
    const byBytes = await readPieces(log, { partition, from: 0, bytesMax: 10_000 })
    expect(byBytes.map((piece) => piece.length)).to.deep.equal([3, 1, 1])
  })

  it('reports the bounds of each partition, including empty ones', async () => {
    const log = await open()
    const empty = await log.bounds('spans')
    expect(empty.map(({ partition }) => partition)).to.deep.equal(empty.map((_, index) => index))
    expect(empty.every(({ start, end }) => start === end)).to.equal(true)
    await appendTexts(log, 'spans', ['a', 'b'])
    const lengths = (await log.bounds('spans')).map(({ start, end }) => end - start)
    expect(lengths.reduce((sum, length) => sum + length)).to.equal(2)
  })

  it('reads nothing beyond the stored records or from a nonexistent partition', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a'])
    const partition = await partitionInUse(log)
    expect(await readAll(log, { partition, from: 1_000_000 })).to.deep.equal([])
    expect(await readAll(log, { partition, from: 5, to: 2 })).to.deep.equal([])
    expect(await readAll(log, { partition: 4_711, from: 0 })).to.deep.equal([])
  })

  it('finds the first record at a time, and the end for a future time', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['before'])
    const partition = await partitionInUse(log)
    const [before] = await readAll(log, { partition, from: 0 })
    const time = before!.appendedAt + 1
    await eventually(() => expect(Date.now()).to.be.greaterThan(time))
    await appendTexts(log, 'envelopes', ['after', 'later'])
    const from = (await log.offsetsAt('envelopes', time)).get(partition)
    expect(textsIn(await readAll(log, { partition, from: from! }))).to.deep.equal(['after', 'later'])
    expect((await log.offsetsAt('envelopes', 0)).get(partition)).to.equal(before!.offset)
    const { end } = (await log.bounds('envelopes')).find((bounds) => bounds.partition === partition)!
    expect((await log.offsetsAt('envelopes', Date.now() + 86_400_000)).get(partition)).to.equal(end)
  })

  it("leaves every group's position unchanged when reading ranges", async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b'])
    const reader = await openReader(log)
    const partition = await partitionInUse(log)
    await readAll(log, { partition, from: 0 })
    expect(textsOf(await takeBatch(reader))).to.deep.equal(['a', 'b'])
    expect(await log.lag('nobody')).to.deep.equal([])
  })

  it('keeps offsets when a topic has been consumed', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b'])
    const partition = await partitionInUse(log)
    const before = await readAll(log, { partition, from: 0 })
    await consume(await openReader(log), 2)
    await appendTexts(log, 'envelopes', ['c'])
    const after = await readAll(log, { partition, from: before.at(-1)!.offset + 1 })
    expect(textsIn(after)).to.deep.equal(['c'])
  })
}

/** The partition of the key `one`. */
async function partitionInUse(log: EventLog): Promise<number> {
  const used = (await log.bounds('envelopes')).find(({ start, end }) => end > start)
  if (!used) throw new Error('the topic holds nothing')
  return used.partition
}

type Asked = Partial<RangeRequest> & Pick<RangeRequest, 'partition' | 'from'>

async function readPieces(log: EventLog, asked: Asked): Promise<StoredRecord[][]> {
  const pieces: StoredRecord[][] = []
  let from: number | undefined = asked.from
  while (from !== undefined) {
    const piece = await log.readRange({ topic: 'envelopes', recordsMax: 1_000, bytesMax: 1e6, ...asked, from })
    pieces.push([...piece.records])
    from = piece.next
  }
  return pieces
}

async function readAll(log: EventLog, asked: Asked): Promise<StoredRecord[]> {
  return (await readPieces(log, asked)).flat()
}

function textsIn(records: readonly StoredRecord[]): string[] {
  return records.map(({ value }) => Buffer.from(value).toString())
}
