import { expect } from 'chai'
import type { EventLogConsumer, LogBatch } from '../src/index.js'
import { appendTexts, byTime, consume, openReader, reasonOf, takeBatch, textsOf } from './contract-records.js'
import type { LogFixture, OpenLog } from './contract-fixture.js'

const twoRows = { ...byTime, rowsMax: 2 }

/** Plans, commits, and what a reopened group finds. */
export function describeOffsets(open: OpenLog): void {
  it('resumes after the last commit when reopened', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd'])
    await consume(await openReader(log, twoRows), 2)
    await log.close()
    const batch = await takeBatch(await openReader(await open()))
    expect(textsOf(batch)).to.deep.equal(['c', 'd'])
    expect(batch.repeated).to.equal(false)
  })

  it('delivers unplanned batches again, cut afresh', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c'])
    await takeBatch(await openReader(log, twoRows))
    await log.close()
    const batch = await takeBatch(await openReader(await open()))
    expect(textsOf(batch)).to.deep.equal(['a', 'b', 'c'])
    expect(batch.repeated).to.equal(false)
  })

  it('repeats exactly an open plan after reopening, whatever the limits and whatever was appended since', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b'])
    await planOnly(await openReader(log, twoRows))
    await appendTexts(log, 'envelopes', ['c', 'd'])
    await log.close()
    await expectRepeated(await openReader(await open(), { ...byTime, rowsMax: 1 }))
  })

  it('delivers an open plan to the next consumer of the group when the first one closes', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd'])
    const first = await openReader(log, twoRows)
    const batch = await planOnly(first)
    await first.close()
    expect(await reasonOf(first.commit(batch))).to.equal('unavailable')
    await expectRepeated(await openReader(log, { ...byTime, rowsMax: 1 }))
  })

  it('rejects plans and commits out of order and stays usable', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd'])
    const reader = await openReader(log, twoRows)
    const [first, second] = [await takeBatch(reader), await takeBatch(reader)]
    expect(await reasonOf(reader.plan(second))).to.equal('out-of-order')
    expect(await reasonOf(reader.commit(second))).to.equal('out-of-order')
    expect(await reasonOf(reader.commit(first)), 'a commit without a plan').to.equal('out-of-order')
    await reader.plan(first)
    expect(await reasonOf(reader.plan({ ...first, end: first.end - 1 }))).to.equal('out-of-order')
    expect(await reasonOf(reader.plan(second))).to.equal('out-of-order')
    await reader.plan(first)
    await reader.commit(first)
    expect(await reasonOf(reader.commit(first))).to.equal('out-of-order')
    await reader.plan(second)
    await reader.commit(second)
  })

  it('preserves the order of pipelined plans and commits', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b', 'c', 'd'])
    const reader = await openReader(log, twoRows)
    const [first, second] = [await takeBatch(reader), await takeBatch(reader)]
    await Promise.all([reader.plan(first), reader.commit(first), reader.plan(second), reader.commit(second)])
    expect(recordsOf(await log.lag('readers'))).to.equal(0)
  })

  it('delivers all records to every group, including those another group has committed', async () => {
    const log = await open()
    const early = await openReader(log, byTime, 'early')
    const late = await openReader(log, byTime, 'late')
    await appendTexts(log, 'envelopes', ['a', 'b'])
    expect((await consume(early, 2)).flatMap(textsOf)).to.deep.equal(['a', 'b'])
    expect((await consume(late, 2)).flatMap(textsOf)).to.deep.equal(['a', 'b'])
  })

  it('reports the lag of each group; an unknown group has none', async () => {
    const log = await open()
    const early = await openReader(log, twoRows, 'early')
    await openReader(log, twoRows, 'late')
    await appendTexts(log, 'envelopes', ['a', 'b', 'c'])
    await consume(early, 2)
    expect(recordsOf(await log.lag('early'))).to.equal(1)
    expect(recordsOf(await log.lag('late'))).to.equal(3)
    expect((await log.lag('late')).every((lag) => lag.topic === 'envelopes')).to.equal(true)
    expect(await log.lag('nobody')).to.deep.equal([])
  })

  it('reports the lag after every append and commit, even if it has just been reported', async () => {
    const log = await open()
    const reader = await openReader(log, twoRows)
    const readLag = async () => [recordsOf(await log.lag('readers')), recordsOf(await log.lag('readers'))]
    expect(await readLag()).to.deep.equal([0, 0])
    for (const text of ['a', 'b', 'c']) await appendTexts(log, 'envelopes', [text])
    expect(await readLag()).to.deep.equal([3, 3])
    await consume(reader, 2)
    expect(await readLag()).to.deep.equal([1, 1])
    await Promise.all([log.lag('readers'), appendTexts(log, 'envelopes', ['d'])])
    expect(await readLag()).to.deep.equal([2, 2])
  })
}

/** Storage of a killed process; for logs whose fixtures can create one. */
export function describeCrash(open: OpenLog, crashOf: () => NonNullable<LogFixture['crash']>): void {
  it('repeats exactly an open plan after a crash', async () => {
    const log = await open()
    await appendTexts(log, 'envelopes', ['a', 'b'])
    await planOnly(await openReader(log, twoRows))
    await appendTexts(log, 'envelopes', ['c', 'd'])
    await crashOf()(log)
    await expectRepeated(await openReader(await open(), { ...byTime, rowsMax: 1 }))
  })
}

async function planOnly(reader: EventLogConsumer): Promise<LogBatch> {
  const batch = await takeBatch(reader)
  await reader.plan(batch)
  return batch
}

/** The first batch must be the planned [a, b], and c must follow as a new one. */
async function expectRepeated(reader: EventLogConsumer): Promise<void> {
  const repeated = await takeBatch(reader)
  expect(textsOf(repeated)).to.deep.equal(['a', 'b'])
  expect(repeated.repeated).to.equal(true)
  await reader.plan(repeated)
  await reader.commit(repeated)
  const next = await takeBatch(reader)
  expect(textsOf(next)).to.deep.equal(['c'])
  expect(next.repeated).to.equal(false)
}

function recordsOf(lags: readonly { records: number }[]): number {
  return lags.reduce((sum, lag) => sum + lag.records, 0)
}
