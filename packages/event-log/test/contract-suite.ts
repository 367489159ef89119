import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import type { EventLog } from '../src/index.js'
import { appendTexts, byTime, consume, openReader, reasonOf, record, recordOfBytes } from './contract-records.js'
import { takeBatch, textsOf } from './contract-records.js'
import { describeBatches } from './contract-batches.js'
import type { LogFixture, LogLimits, LogTraits, OpenLog } from './contract-fixture.js'
import { describeCrash, describeOffsets } from './contract-offsets.js'
import { describeRanges } from './contract-ranges.js'
import { eventually } from '../../../test/support/eventually.js'

/** The contract of every event log. Implementations call it in their tests with a factory of empty storages. */
export function describeEventLog(name: string, createFixture: () => Promise<LogFixture>, traits: LogTraits): void {
  describe(`event log contract: ${name}`, () => {
    let fixture: LogFixture
    const opened: EventLog[] = []
    const open = async (logLimits?: LogLimits) => {
      const log = await fixture.open(logLimits)
      opened.push(log)
      return log
    }

    beforeEach(async () => {
      fixture = await createFixture()
    })

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((log) => log.close()))
      await fixture.remove()
    })

    describeAppends(open, traits)
    describeBatches(open)
    describeOffsets(open)
    describeRanges(open)
    if (traits.canCrash) {
      describeCrash(open, () => {
        if (!fixture.crash) throw new Error('the fixture cannot crash its log')
        return fixture.crash
      })
    }
    describeClosing(open)
  })
}

function describeAppends(open: OpenLog, traits: LogTraits): void {
  it('returns headers, value and rows as appended, including empty values', async () => {
    const log = await open()
    const value = Uint8Array.from([0, 255, 13, 10])
    await log.append('envelopes', [{ headers: { project: '7', ä: 'ü "' }, value, rows: 3 }], { partitionKey: 'one' })
    await log.append('envelopes', [{ headers: {}, value: new Uint8Array(0), rows: 1 }], { partitionKey: 'one' })
    const batches = await consume(await openReader(log), 2)
    const [first, second] = batches.flatMap((batch) => batch.records)
    expect(first?.headers).to.deep.equal({ project: '7', ä: 'ü "' })
    expect(Buffer.from(first!.value).equals(value)).to.equal(true)
    expect(first?.rows).to.equal(3)
    expect(second?.value.byteLength).to.equal(0)
  })

  it("leaves the caller's buffers usable after the append", async () => {
    const log = await open()
    const large = new Uint8Array(200_000).fill(9)
    const pooled = Buffer.from('small values share a pool')
    await log.append('envelopes', [
      { headers: {}, value: large, rows: 1 },
      { headers: {}, value: pooled, rows: 1 },
    ])
    expect(large.byteLength).to.equal(200_000)
    expect(pooled.toString()).to.equal('small values share a pool')
  })

  it('stores handed-over values intact, including those in the shared pool', async () => {
    const log = await open()
    const values = [new Uint8Array(200_000).fill(9), Buffer.from('from the pool'), Buffer.alloc(70_000, 5).subarray(9)]
    const expected = values.map((value) => Buffer.from(value))
    await log.append(
      'envelopes',
      values.map((value) => ({ headers: {}, value, rows: 1 })),
      { handOver: true, partitionKey: 'one' },
    )
    const batches = await consume(await openReader(log), 3)
    const read = batches.flatMap((batch) => batch.records.map(({ value }) => Buffer.from(value)))
    expect(read.map((value, index) => value.equals(expected[index]!))).to.deep.equal([true, true, true])
    expect(Buffer.from('the pool still works').toString()).to.equal('the pool still works')
  })

  it('reads back hundreds of concurrent appends exactly once, ordered by offset', async () => {
    const log = await open()
    const names = Array.from({ length: 500 }, (_, index) => `record ${index}`)
    await Promise.all(names.map((name) => log.append('envelopes', [record(name)])))
    const batches = await consume(await openReader(log, { ...byTime, rowsMax: 70 }), 500)
    expect(batches.flatMap(textsOf).sort()).to.deep.equal([...names].sort())
    for (const partition of new Set(batches.map((batch) => batch.partition))) {
      const offsets = batches.filter((batch) => batch.partition === partition).flatMap((batch) => batch.records)
      expect(offsets.every(({ offset }, at) => at === 0 || offset > offsets[at - 1]!.offset)).to.equal(true)
    }
  })

  it('preserves the order of appends with the same key', async () => {
    const log = await open()
    const names = Array.from({ length: 50 }, (_, index) => `record ${index}`)
    await Promise.all(names.map((name) => appendTexts(log, 'envelopes', [name])))
    const batches = await consume(await openReader(log), 50)
    expect(batches.flatMap(textsOf)).to.deep.equal(names)
  })

  it('rejects a record over the limit as too large and appends nothing of the call', async () => {
    const log = await open()
    const reader = await openReader(log)
    const tooLarge = recordOfBytes(limits.eventLog.recordBytesMax + 1)
    expect(await reasonOf(log.append('envelopes', [record('small'), tooLarge]))).to.equal('too-large')
    await appendTexts(log, 'envelopes', ['next'])
    expect(textsOf(await takeBatch(reader))).to.deep.equal(['next'])
  })

  it('rejects appends over the pending bytes as overloaded, and accepts again afterwards', async () => {
    const log = await open({ pendingBytesMax: 10_000 })
    expect(await reasonOf(log.append('envelopes', [recordOfBytes(10_001)]))).to.equal('overloaded')
    await log.append('envelopes', [recordOfBytes(9_000)])
    await log.append('envelopes', [recordOfBytes(9_000)])
  })

  if (traits.hasAtomicAppends) {
    it('makes all records of one call visible together', async () => {
      const log = await open()
      const reader = await openReader(log, { ...byTime, waitMs: 0 })
      const names = Array.from({ length: 300 }, (_, index) => `record ${index}`)
      const waiting = takeBatch(reader)
      await appendTexts(log, 'envelopes', names)
      expect(textsOf(await waiting)).to.deep.equal(names)
    })
  }

  if (traits.hasDiskBudget) {
    it('rejects appends as full at the budget over all topics, and accepts again once records are consumed', async () => {
      const log = await open({ diskBytesMax: 100_000 })
      const reader = await openReader(log)
      await log.append('envelopes', [recordOfBytes(60_000)])
      await log.append('metrics', [recordOfBytes(30_000)])
      expect(await reasonOf(log.append('spans', [recordOfBytes(20_000)]))).to.equal('full')
      await consume(reader, 1)
      await eventually(() => log.append('spans', [recordOfBytes(20_000)]))
    })

    it('accepts dead letters even if it is full, and retains the newest within their own limit', async () => {
      const log = await open({ diskBytesMax: 1_000, deadLetterBytesMax: 50_000 })
      for (let index = 0; index < 10; index += 1) await log.append('dead-letters', [recordOfBytes(10_000)])
      await eventually(async () => {
        const reader = await log.openConsumer({ group: `at ${Date.now()}`, topics: ['dead-letters'], limits: byTime })
        const { records } = await takeBatch(reader, 'dead-letters')
        expect(records.map(({ offset }) => offset))
          .to.have.lengthOf.within(1, 5)
          .and.to.include(10)
      })
    })

    it('appends nothing of a call that does not fit completely', async () => {
      const log = await open({ diskBytesMax: 1_000 })
      const reader = await openReader(log)
      expect(await reasonOf(log.append('envelopes', [record('fits'), recordOfBytes(2_000)]))).to.equal('full')
      await appendTexts(log, 'envelopes', ['next'])
      expect(textsOf(await takeBatch(reader))).to.deep.equal(['next'])
    })
  }
}

function describeClosing(open: OpenLog): void {
  it('completes everything accepted before the close, and finds it after reopening', async () => {
    const log = await open()
    const appends = ['a', 'b', 'c'].map((text) => appendTexts(log, 'envelopes', [text]))
    await Promise.all([log.close(), ...appends])
    const batches = await consume(await openReader(await open()), 3)
    expect(batches.flatMap(textsOf)).to.deep.equal(['a', 'b', 'c'])
  })

  it('rejects appends and consumers after the close as unavailable; a second close does nothing', async () => {
    const log = await open()
    await log.close()
    expect(await reasonOf(log.append('envelopes', [record('late')]))).to.equal('unavailable')
    expect(await reasonOf(openReader(log))).to.equal('unavailable')
    await log.close()
  })

  it('ends a waiting nextBatch with undefined when the consumer or the log closes, or the signal is aborted', async () => {
    const log = await open()
    const reader = await openReader(log)
    const abort = new AbortController()
    const aborted = reader.nextBatch('envelopes', abort.signal)
    abort.abort()
    expect(await aborted).to.equal(undefined)
    expect(await reader.nextBatch('envelopes', abort.signal)).to.equal(undefined)
    const waiting = reader.nextBatch('envelopes')
    await reader.close()
    expect(await waiting).to.equal(undefined)
    expect(await reader.nextBatch('envelopes')).to.equal(undefined)
    const last = (await openReader(log)).nextBatch('envelopes')
    await log.close()
    expect(await last).to.equal(undefined)
  })

  it('loses no record to an aborted nextBatch', async () => {
    const log = await open()
    const reader = await openReader(log, { ...byTime, waitMs: 0 })
    for (let round = 0; round < 20; round += 1) {
      const abort = new AbortController()
      const racing = reader.nextBatch('envelopes', abort.signal)
      await appendTexts(log, 'envelopes', [`record ${round}`])
      abort.abort()
      const batch = (await racing) ?? (await takeBatch(reader))
      expect(textsOf(batch)).to.deep.equal([`record ${round}`])
    }
  })
}
