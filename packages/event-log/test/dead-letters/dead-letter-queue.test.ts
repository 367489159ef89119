import { batchMetaCodec, deadLetterMetaCodec, type BatchMeta, type DeadLetterMeta } from '@signalbox/contracts'
import { expect } from 'chai'
import {
  createDeadLetterQueue,
  createMemoryLog,
  EventLogError,
  letterKey,
  type DeadLetterQueue,
  type EventLog,
  type LogRecordInput,
  type StoredRecord,
} from '../../src/index.js'

const receivedAt = Date.parse('2026-11-21T08:00:00.000Z')

function metaOf(organizationId: string): BatchMeta {
  return { organizationId, receivedAt, encoding: 'identity', omitted: [] }
}

/** A dead letter of one item of a record of spans. */
function letterRecord(organizationId: string, fields: Partial<DeadLetterMeta> = {}, body = 'the body'): LogRecordInput {
  const { meta = '' } = batchMetaCodec.encode(metaOf(organizationId))
  const place = { topic: 'spans', partition: 0, offset: 17, itemIndex: 2 }
  const headers = deadLetterMetaCodec.encode({ ...place, reason: 'pipeline_error', detail: 'broken', meta, ...fields })
  return { headers, value: Buffer.from(body), rows: 1 }
}

async function recordsOf(log: EventLog, topic: 'spans' | 'dead-letters'): Promise<readonly StoredRecord[]> {
  return (await log.readRange({ topic, partition: 0, from: 0, recordsMax: 10_000, bytesMax: 1e9 })).records
}

describe('createDeadLetterQueue', () => {
  let log: EventLog
  let desk: DeadLetterQueue

  beforeEach(() => {
    log = createMemoryLog()
    desk = createDeadLetterQueue(log)
  })
  afterEach(() => log.close())

  const put = (...letters: LogRecordInput[]) =>
    log.append('dead-letters', letters, { partitionKey: letterKey({ topic: 'spans', partition: 0 }) })
  const list = async (organizationId: string, limit = 50, after?: string) =>
    desk.list({ organizationId, since: 0, limit, ...(after !== undefined && { after }) })

  it('lists the dead letters of one organization page by page', async () => {
    await put(letterRecord('org-1'), letterRecord('org-2'), letterRecord('org-1'), letterRecord('org-1'))
    const first = await list('org-1', 2)
    expect(first.letters.map(({ id }) => id)).to.deep.equal(['0-1', '0-3'])
    const second = await list('org-1', 2, first.next)
    expect(second.letters.map(({ id }) => id)).to.deep.equal(['0-4'])
    expect(second.next).to.equal(undefined)
  })

  it('skips dead letters with an unknown owner and records that are not dead letters', async () => {
    await put(
      letterRecord('org-1', { meta: 'not JSON' }),
      letterRecord('org-1', { topic: 'outcomes' }),
      { headers: { other: 'thing' }, value: Buffer.from('x'), rows: 1 },
      letterRecord('org-1'),
    )
    expect((await list('org-1')).letters).to.have.lengthOf(1)
  })

  it('starts at the requested time', async () => {
    await put(letterRecord('org-1'))
    const page = await desk.list({ organizationId: 'org-1', since: Date.now() + 60_000, limit: 50 })
    expect(page.letters).to.deep.equal([])
  })

  it("opens a dead letter with its source record's data", async () => {
    await put(letterRecord('org-1'))
    const opened = await desk.open('org-1', '0-1')
    expect(Buffer.from(opened?.body ?? []).toString()).to.equal('the body')
    expect(opened?.state).to.equal('waiting')
    expect(opened?.letter.owner).to.include({ projectId: null, receivedAt, encoding: 'identity' })
  })

  it('does not open dead letters of other organizations or nonexistent ones', async () => {
    await put(letterRecord('org-1'))
    expect(await desk.open('org-2', '0-1')).to.equal(undefined)
    for (const id of ['0-2', '7-1', 'nonsense']) expect(await desk.open('org-1', id)).to.equal(undefined)
    expect(await desk.replay('org-2', '0-1', true)).to.equal(undefined)
    expect(await recordsOf(log, 'spans')).to.deep.equal([])
  })

  it('finds the body in an earlier dead letter of the same record', async () => {
    await put(letterRecord('org-1', { itemIndex: 1 }), letterRecord('org-1', {}, ''))
    expect(Buffer.from((await desk.open('org-1', '0-2'))?.body ?? []).toString()).to.equal('the body')
  })

  it('finds the body in the topic if no dead letter carries it', async () => {
    await log.append('spans', [
      { headers: batchMetaCodec.encode(metaOf('org-1')), value: Buffer.from('large'), rows: 1 },
    ])
    await put(letterRecord('org-1', { offset: 1 }, ''))
    expect(Buffer.from((await desk.open('org-1', '0-1'))?.body ?? []).toString()).to.equal('large')
  })

  it("appends a dead letter's record again, for its item, with its original position", async () => {
    await put(letterRecord('org-1'))
    expect(await desk.replay('org-1', '0-1', false)).to.equal('replayed')
    const [record] = await recordsOf(log, 'spans')
    expect(Buffer.from(record?.value ?? []).toString()).to.equal('the body')
    const { replay, ...meta } = batchMetaCodec.decode(record?.headers ?? {})
    expect(meta).to.deep.equal(metaOf('org-1'))
    expect(replay).to.deep.equal({
      letter: '0-1',
      itemIndex: 2,
      source: { topic: 'spans', partition: 0, offset: 17 },
    })
  })

  it('retains the original position when a replayed record fails and is replayed again', async () => {
    const source = { topic: 'spans', partition: 3, offset: 5 }
    const replay = { letter: '0-0', itemIndex: 2, source }
    const { meta = '' } = batchMetaCodec.encode({ ...metaOf('org-1'), replay })
    await put(letterRecord('org-1', { meta }))
    await desk.replay('org-1', '0-1', false)
    const [record] = await recordsOf(log, 'spans')
    expect(batchMetaCodec.decode(record?.headers ?? {}).replay).to.deep.equal({ letter: '0-1', itemIndex: 2, source })
  })

  it('replays a dead letter only once, even for concurrent requests, unless explicitly repeated', async () => {
    await put(letterRecord('org-1'))
    const results = await Promise.all([1, 2, 3].map(() => desk.replay('org-1', '0-1', false)))
    expect(results).to.deep.equal(['replayed', 'replayed-before', 'replayed-before'])
    expect((await desk.open('org-1', '0-1'))?.state).to.equal('replayed')
    expect(await desk.replay('org-1', '0-1', true)).to.equal('replayed')
    expect(await recordsOf(log, 'spans')).to.have.lengthOf(2)
  })

  it('can be retried after a rejection, and is uncertain after an unknown outcome', async () => {
    await put(letterRecord('org-1'), letterRecord('org-1'))
    const failing = (reason: 'full' | 'unavailable') =>
      createDeadLetterQueue({
        bounds: log.bounds.bind(log),
        offsetsAt: log.offsetsAt.bind(log),
        readRange: log.readRange.bind(log),
        append: (topic, ...rest) =>
          topic === 'spans' ? Promise.reject(new EventLogError(reason, reason)) : log.append(topic, ...rest),
      })
    const refusal = (error: unknown) => (error as EventLogError).reason
    expect(await failing('full').replay('org-1', '0-1', false).catch(refusal)).to.equal('full')
    expect(await desk.replay('org-1', '0-1', false)).to.equal('replayed')
    expect(await failing('unavailable').replay('org-1', '0-2', false).catch(refusal)).to.equal('unavailable')
    expect(await desk.replay('org-1', '0-2', false)).to.equal('uncertain')
    expect(await desk.replay('org-1', '0-2', true)).to.equal('replayed')
  })

  it('reports that the body is gone', async () => {
    await put(letterRecord('org-1', {}, ''))
    expect(await desk.replay('org-1', '0-1', false)).to.equal('body-gone')
  })
})
