import { createMemoryLog, type EventLog } from '@signalbox/event-log'
import type { EventDeletion, EventDeletions } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createDeletionPass } from '../../src/deletions/deletion-pass.js'
import { createSettledLog } from '../../src/deletions/settled-log.js'

const group = 'pipeline'
const limits = { rowsMax: 1, bytesMax: 1_000_000, waitMs: 1 }
const minuteMs = 60_000
const { signal } = new AbortController()

/** Deletions in memory. */
class FakeDeletions implements EventDeletions {
  readonly open: EventDeletion[]

  constructor(...open: EventDeletion[]) {
    this.open = open
  }

  listDeletions({ afterId, max }: { afterId: string; max: number }): Promise<EventDeletion[]> {
    return Promise.resolve(this.open.filter(({ id }) => id > afterId).slice(0, max))
  }

  finishDeletion(id: string): Promise<void> {
    const index = this.open.findIndex((one) => one.id === id)
    if (index >= 0) this.open.splice(index, 1)
    return Promise.resolve()
  }
}

function deletion(id: string): EventDeletion {
  return { id, organizationId: 'o', projectId: 'p', fingerprints: ['f'], receivedUntil: 1_000 }
}

describe('event deletions', () => {
  let eventLog: EventLog
  let erased: string[]
  let now: number
  const noteErasure = ({ id }: EventDeletion) => {
    erased.push(id)
    return Promise.resolve(1)
  }
  const createPass = (deletions: EventDeletions, erase = noteErasure) => {
    const clock = () => now
    const settled = createSettledLog({ eventLog, group, clock, topics: ['envelopes'], appendedLateMs: 2 * minuteMs })
    return createDeletionPass({
      list: (page) => deletions.listDeletions(page),
      finish: (id) => deletions.finishDeletion(id),
      erase,
      settled,
    })
  }
  const append = () => eventLog.append('envelopes', [{ headers: {}, value: new Uint8Array(1), rows: 1 }])

  beforeEach(async () => {
    eventLog = createMemoryLog()
    erased = []
    now = 1_000
    const consumer = await eventLog.openConsumer({ group, topics: ['envelopes'], limits })
    await consumer.close()
  })
  afterEach(() => eventLog.close())

  it('are applied immediately, and again once nothing older can still be stored', async () => {
    const deletions = new FakeDeletions(deletion('1'))
    const pass = createPass(deletions)
    await pass(signal)
    await pass(signal)
    expect(erased).to.deep.equal(['1'])
    expect(deletions.open).to.have.length(1)
    now += 2 * minuteMs + 1
    await pass(signal)
    expect(erased).to.deep.equal(['1', '1'])
    expect(deletions.open).to.deep.equal([])
  })

  it('wait for uncommitted batches, because a crash stores these again', async () => {
    await append()
    await append()
    const consumer = await eventLog.openConsumer({ group, topics: ['envelopes'], limits })
    const deletions = new FakeDeletions(deletion('1'))
    const pass = createPass(deletions)
    now += 2 * minuteMs + 1
    for (let batches = 0; batches < 2; batches += 1) {
      const batch = await consumer.nextBatch('envelopes')
      if (batch === undefined) throw new Error('there is no batch')
      await consumer.plan(batch)
      await pass(signal)
      expect(deletions.open, `with ${batches} batches committed`).to.have.length(1)
      await consumer.commit(batch)
    }
    await pass(signal)
    expect(deletions.open).to.deep.equal([])
    await consumer.close()
  })

  it('do not wait for later appends', async () => {
    await append()
    const consumer = await eventLog.openConsumer({ group, topics: ['envelopes'], limits })
    const deletions = new FakeDeletions(deletion('1'))
    const pass = createPass(deletions)
    now += 2 * minuteMs + 1
    await pass(signal)
    const batch = await consumer.nextBatch('envelopes')
    if (batch === undefined) throw new Error('there is no batch')
    await append()
    await consumer.plan(batch)
    await consumer.commit(batch)
    await pass(signal)
    expect(deletions.open).to.deep.equal([])
    await consumer.close()
  })

  it('are all applied, however many there are, and none is finished if the store fails', async () => {
    const many = Array.from({ length: 250 }, (_, index) => deletion(String(index).padStart(4, '0')))
    const deletions = new FakeDeletions(...many)
    now += 2 * minuteMs + 1
    let failures = 1
    const pass = createPass(deletions, () =>
      failures-- > 0 ? Promise.reject(new Error('the store is away')) : Promise.resolve(0),
    )
    const failure: unknown = await pass(signal).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(Error)
    expect(deletions.open).to.have.length(250)
    await pass(signal)
    expect(deletions.open).to.deep.equal([])
  })

  it('are left for the next pass if the process stops in between', async () => {
    const deletions = new FakeDeletions(deletion('1'), deletion('2'))
    const stopping = new AbortController()
    const pass = createPass(deletions, (one) => {
      stopping.abort()
      return noteErasure(one)
    })
    const failure: unknown = await pass(stopping.signal).catch((error: unknown) => error)
    expect(failure).to.equal(stopping.signal.reason)
    expect(erased).to.deep.equal(['1'])
  })
})
