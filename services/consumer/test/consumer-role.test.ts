import { expect } from 'chai'
import { deadLetterMetaCodec } from '@signalbox/contracts'
import { EventLogError, type EventLog, type MemoryLogState } from '@signalbox/event-log'
import { createInlineProcessor } from '../src/processor/inline-processor.js'
import { eventually } from '../../../test/support/eventually.js'
import { FakeWriter } from './support/fake-writer.js'
import {
  batchRecord,
  envelopeBody,
  envelopeRecord,
  metricItem,
  processOptions,
  spanItem,
  transaction,
} from './support/records.js'
import { readAll, setUpRole, waitingRecords, type RunningRole } from './support/running-role.js'

const spans = () => batchRecord({ spans: [spanItem()] })
const unreadable = { headers: { meta: 'not json' }, value: Buffer.from('poison'), rows: 1 }

describe('createConsumerRole', () => {
  let running: RunningRole | undefined

  function start(setup: Parameters<typeof setUpRole>[0] = {}): RunningRole {
    running = setUpRole(setup)
    running.role.start()
    return running
  }

  afterEach(async () => {
    await running?.role.stop()
    await running?.eventLog.close()
    running = undefined
  })

  async function committed({ eventLog }: RunningRole, topic: 'spans' | 'envelopes' | 'metrics' = 'spans') {
    await eventually(async () => {
      expect(await waitingRecords(eventLog, topic)).to.equal(0)
    })
  }

  it('stores every topic and commits', async () => {
    const role = start()
    await role.eventLog.append('spans', [spans(), spans()])
    await role.eventLog.append('metrics', [batchRecord({ metrics: [metricItem()] })])
    const body = envelopeBody([{ header: { type: 'transaction' }, payload: transaction() }])
    await role.eventLog.append('envelopes', [envelopeRecord(body)])
    await committed(role)
    await committed(role, 'metrics')
    await committed(role, 'envelopes')
    expect([...role.writer.inserted.values()]).to.deep.equal([1, 1, 1, 1])
    expect(role.stored.map(({ topic }) => topic)).to.have.members(['spans', 'spans', 'metrics', 'envelopes'])
    expect(role.log.lines).to.deep.equal([])
  })

  for (const failure of ['before-insert', 'after-insert'] as const) {
    it(`retries a write that failed ${failure.replace('-', ' the ')}, after checking what is stored, and commits once`, async () => {
      const writer = new FakeWriter()
      writer.failures.push(failure, failure, 'before-insert')
      const role = start({ writer })
      await role.eventLog.append('spans', [spans()])
      await committed(role)
      expect(writer.requests.map(({ repeated }) => repeated)).to.deep.equal([false, true, true, true])
      expect(new Set(writer.requests.map(({ inserts }) => inserts)).size, 'rows are computed once').to.equal(1)
      expect([...writer.inserted.values()]).to.deep.equal([1])
      expect(role.stored).to.have.length(1)
      expect(role.log.lines.map(({ level }) => level)).to.deep.equal(['error', 'info'])
    })
  }

  it('retries a failed commit without writing again', async () => {
    let failures = 2
    const role = start({
      wrapLog: (eventLog) =>
        wrapCommit(eventLog, () => {
          failures -= 1
          if (failures >= 0) throw new EventLogError('unavailable', 'the disk is away')
        }),
    })
    await role.eventLog.append('spans', [spans()])
    await committed(role)
    expect(role.writer.requests).to.have.length(1)
  })

  it('leaves an unfinished batch to the next start, which checks the store before it inserts', async () => {
    const state: MemoryLogState = new Map()
    const writer = new FakeWriter()
    writer.failures.push(...Array.from({ length: 1_000 }, () => 'after-insert' as const))
    const first = start({ state, writer })
    await first.eventLog.append('spans', [spans()])
    await eventually(() => {
      expect(writer.requests.length).to.be.greaterThan(1)
    })
    await first.role.stop()
    await first.eventLog.close()
    writer.failures.length = 0
    writer.requests.length = 0
    const second = start({ state, writer })
    await committed(second)
    expect(writer.requests.map(({ repeated }) => repeated)).to.deep.equal([true])
    expect([...writer.inserted.values()]).to.deep.equal([1])
  })

  it('appends a poisoned record unchanged to the dead letters and continues', async () => {
    const role = start({ rowsMax: 10 })
    await role.eventLog.append('spans', [spans(), unreadable, spans()])
    await committed(role)
    const [letter, ...further] = await readAll(role.eventLog, 'dead-letters')
    expect(further).to.deep.equal([])
    expect(Buffer.from(letter?.value ?? [])).to.deep.equal(unreadable.value)
    const meta = deadLetterMetaCodec.decode(letter?.headers ?? {})
    expect(meta).to.include({ topic: 'spans', partition: 0, itemIndex: null, reason: 'unreadable_record' })
    expect(meta.meta).to.equal('not json')
    expect(role.stored.reduce((sum, { processed }) => sum + processed.counts.items.stored, 0)).to.equal(2)
  })

  it('does not commit while dead letters cannot be appended', async () => {
    let isFull = true
    const role = start({
      wrapLog: (eventLog) =>
        override(eventLog, {
          append: (topic, records) =>
            isFull ? Promise.reject(new EventLogError('full', 'no space')) : eventLog.append(topic, records),
        }),
    })
    await role.eventLog.append('spans', [unreadable])
    await eventually(() => {
      expect(role.log.lines).to.have.length(1)
    })
    expect(await waitingRecords(role.eventLog, 'spans')).to.equal(1)
    expect(role.writer.requests).to.deep.equal([])
    isFull = false
    await committed(role)
  })

  it('commits a batch without rows', async () => {
    const role = start()
    await role.eventLog.append('envelopes', [envelopeRecord('{}')])
    await committed(role, 'envelopes')
    expect(role.writer.requests).to.deep.equal([])
  })

  it('processes a batch again if the processor failed', async () => {
    const inline = createInlineProcessor(processOptions)
    let failures = 3
    const role = start({
      processor: {
        process: (batch) => {
          failures -= 1
          return failures >= 0 ? Promise.reject(new Error('the worker died')) : inline.process(batch)
        },
        close: () => inline.close(),
      },
    })
    await role.eventLog.append('spans', [spans()])
    await committed(role)
    expect([...role.writer.inserted.values()]).to.deep.equal([1])
  })

  it('continues after a record on which the processor always fails', async () => {
    const inline = createInlineProcessor(processOptions)
    const role = start({
      rowsMax: 10,
      processor: {
        process: (batch, findings = {}) => {
          const { poisoned = [] } = findings
          const isPoisoned = batch.records.some(({ offset, value }) => {
            return Buffer.from(value).equals(unreadable.value) && !poisoned.includes(offset)
          })
          return isPoisoned ? Promise.reject(new Error('the worker died')) : inline.process(batch, findings)
        },
        close: () => inline.close(),
      },
    })
    await role.eventLog.append('spans', [spans(), unreadable, spans()])
    await committed(role)
    expect(await readAll(role.eventLog, 'dead-letters')).to.have.length(1)
    expect(role.stored.reduce((sum, { processed }) => sum + processed.counts.items.stored, 0)).to.equal(2)
  })

  it('starts over with a new consumer if the log has reassigned its range', async () => {
    let refusals = 1
    const role = start({
      wrapLog: (eventLog) =>
        wrapCommit(eventLog, () => {
          refusals -= 1
          if (refusals >= 0) throw new EventLogError('out-of-order', 'another consumer has it')
        }),
    })
    await role.eventLog.append('spans', [spans()])
    await committed(role)
    expect(role.writer.requests.map(({ repeated }) => repeated)).to.deep.equal([false, true])
    expect([...role.writer.inserted.values()]).to.deep.equal([1])
  })

  it('processes batches in parallel and stores them in order, once each', async () => {
    const inline = createInlineProcessor(processOptions)
    const held = new Map<number, () => void>()
    const role = start({
      batchesAhead: 3,
      processor: {
        process: async (batch, findings) => {
          await new Promise<void>((resolve) => held.set(batch.start, resolve))
          return inline.process(batch, findings)
        },
        close: () => inline.close(),
      },
    })
    await role.eventLog.append('spans', [spans(), spans(), spans(), spans(), spans()])
    const release = async (...starts: number[]) => {
      for (const start of starts) {
        await eventually(() => {
          expect(held).to.include.keys(start)
        })
        held.get(start)?.()
      }
    }
    await release(3, 2)
    expect([...held.keys()], 'the fourth has to wait').to.deep.equal([1, 2, 3])
    expect(role.writer.requests).to.deep.equal([])
    await release(1, 4, 5)
    await committed(role)
    expect(role.writer.requests.map(({ position }) => position.start)).to.deep.equal([1, 2, 3, 4, 5])
    expect(role.log.lines).to.deep.equal([])
  })

  it('leaves batches that were processed ahead to the next start', async () => {
    const state: MemoryLogState = new Map()
    const writer = new FakeWriter()
    writer.failures.push(...Array.from({ length: 1_000 }, () => 'after-insert' as const))
    const first = start({ state, writer, batchesAhead: 3 })
    await first.eventLog.append('spans', [spans(), spans(), spans(), spans()])
    await eventually(() => {
      expect(writer.requests.length).to.be.greaterThan(1)
    })
    await first.role.stop()
    await first.eventLog.close()
    writer.failures.length = 0
    writer.requests.length = 0
    const second = start({ state, writer, batchesAhead: 2 })
    await committed(second)
    expect(writer.requests.map(({ repeated }) => repeated)).to.deep.equal([true, false, false, false])
    expect([...writer.inserted.values()]).to.deep.equal([1, 1, 1, 1])
  })

  it('waits for a log that cannot be opened yet', async () => {
    let failures = 3
    const role = start({
      wrapLog: (eventLog) =>
        override(eventLog, {
          openConsumer: (options) => {
            failures -= 1
            return failures >= 0
              ? Promise.reject(new EventLogError('unavailable', 'away'))
              : eventLog.openConsumer(options)
          },
        }),
    })
    await role.eventLog.append('spans', [spans()])
    await committed(role)
    expect(role.log.lines.filter(({ level }) => level === 'error')).to.have.length(1)
  })

  it('stops within its time limit even if a write never ends', async () => {
    const writer = new FakeWriter()
    writer.write = (request) => {
      writer.requests.push(request)
      return new Promise(() => undefined)
    }
    const role = start({ writer, stopWaitMs: 20 })
    await role.eventLog.append('spans', [spans()])
    await eventually(() => {
      expect(writer.requests).to.have.length(1)
    })
    await role.role.stop()
    expect(await waitingRecords(role.eventLog, 'spans')).to.equal(1)
  })

  it('finishes storing the current batch on stop', async () => {
    const writer = new FakeWriter()
    let finish: () => void = () => undefined
    const write = writer.write.bind(writer)
    writer.write = async (request) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return write(request)
    }
    const role = start({ writer })
    await role.eventLog.append('spans', [spans()])
    await eventually(() => {
      finish()
      expect(writer.requests.length).to.equal(1)
    })
    await role.role.stop()
    expect(await waitingRecords(role.eventLog, 'spans')).to.equal(0)
  })

  it('can be stopped before it has started', async () => {
    const role = setUpRole()
    await role.role.stop()
    expect(role.stored).to.deep.equal([])
  })
})

/** The log with some methods replaced. */
function override(eventLog: EventLog, methods: Partial<EventLog>): EventLog {
  return {
    append: eventLog.append.bind(eventLog),
    openConsumer: eventLog.openConsumer.bind(eventLog),
    lag: eventLog.lag.bind(eventLog),
    bounds: eventLog.bounds.bind(eventLog),
    offsetsAt: eventLog.offsetsAt.bind(eventLog),
    readRange: eventLog.readRange.bind(eventLog),
    partitionOf: eventLog.partitionOf.bind(eventLog),
    close: eventLog.close.bind(eventLog),
    ...methods,
  }
}

function wrapCommit(eventLog: EventLog, beforeCommit: () => void): EventLog {
  return override(eventLog, {
    openConsumer: async (options) => {
      const consumer = await eventLog.openConsumer(options)
      return {
        nextBatch: (topic, signal) => consumer.nextBatch(topic, signal),
        plan: (batch) => consumer.plan(batch),
        commit: async (batch) => {
          beforeCommit()
          await consumer.commit(batch)
        },
        close: () => consumer.close(),
      }
    },
  })
}
