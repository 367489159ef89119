import { expect } from 'chai'
import { batchMetaCodec, deadLetterMetaCodec, type DeadLetterMeta } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import { eventually } from '../support/eventually.js'
import { failOnText } from '../support/faulty-parts.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSpan, newEventId } from '../support/telemetry.js'

interface Letter {
  meta: DeadLetterMeta
  value: string
}

/** The dead letters so far, read by a separate consumer group; waits for the first. */
async function readDeadLetters(eventLog: EventLog): Promise<Letter[]> {
  const limits = { rowsMax: 100, bytesMax: 10_000_000, waitMs: 10 }
  const consumer = await eventLog.openConsumer({ group: 'inspection', topics: ['dead-letters'], limits })
  try {
    const batch = await consumer.nextBatch('dead-letters', AbortSignal.timeout(5_000))
    return (batch?.records ?? []).map(({ headers, value }) => ({
      meta: deadLetterMetaCodec.decode(headers),
      value: Buffer.from(value).toString(),
    }))
  } finally {
    await consumer.close()
  }
}

const chokingText = 'the-processor-dies-of-this'

describe('an item that breaks the pipeline', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess({ wrapProcessor: (processor) => failOnText(processor, chokingText) })
  })
  afterEach(() => signalbox.close())

  const post = async (...spans: object[]) => {
    expect((await signalbox.call('POST', '/api/v1/telemetry/spans', { spans })).status).to.equal(202)
  }
  /** Bypasses ingest's checks, like a record of an older version. */
  const append = (body: string) => {
    const { organizationId } = signalbox
    const headers = batchMetaCodec.encode({ organizationId, receivedAt: Date.now(), encoding: 'identity', omitted: [] })
    return signalbox.eventLog.append('spans', [{ headers, value: Buffer.from(body), rows: 1 }])
  }

  it("becomes a dead letter with its request, and the request's other items are stored", async () => {
    const depth = 200_000
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const good = [createSpan(), createSpan(), createSpan(), createSpan()]
    const request = JSON.stringify({ spans: [good[1], createSpan({ attributes: { deep: 0 } }), good[2]] })
    const poison = request.replace('"deep":0', `"deep":${deep}`)
    await post(good[0]!)
    await append(poison)
    await post(good[3]!)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'span stored': 4,
        'span dead_lettered pipeline_error': 1,
      })
    })
    expect(await signalbox.readColumn('spans', 'span_id')).to.have.members(good.map(({ span_id }) => span_id))
    const [letter, ...others] = await readDeadLetters(signalbox.eventLog)
    expect(others).to.deep.equal([])
    expect(letter?.meta).to.include({ topic: 'spans', partition: 0, itemIndex: 1, reason: 'pipeline_error' })
    expect(letter?.meta.detail).not.to.equal('')
    expect(letter?.value).to.equal(poison)
    expect(batchMetaCodec.decode({ meta: letter?.meta.meta ?? '' }).organizationId).to.equal(signalbox.organizationId)
  })

  it('in an unreadable record becomes one dead letter, and the records around it are stored', async () => {
    const good = [createSpan(), createSpan()]
    await post(good[0]!)
    await append('{"spans":[')
    await post(good[1]!)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'span stored': 2,
        'unknown dead_lettered unreadable_record': 1,
      })
    })
    const [letter] = await readDeadLetters(signalbox.eventLog)
    expect(letter).to.deep.include({ value: '{"spans":[' })
    expect(letter?.meta).to.include({ itemIndex: null, reason: 'unreadable_record' })
  })

  it("that crashes the worker is isolated from its batch's other requests, which are stored", async () => {
    // In one batch: they wait for the consumer while the store is down.
    signalbox.writer.state = 'away'
    await post(createSpan({ service: 'first' }))
    const good = Array.from({ length: 9 }, () => createSpan())
    await Promise.all([
      ...good.map((span) => post(span)),
      post(createSpan({ operation: chokingText })),
      signalbox.sendEvent(newEventId(), 'of another topic'),
    ])
    signalbox.writer.state = 'works'
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'span stored': 10,
        'unknown dead_lettered unreadable_record': 1,
        'error stored': 1,
      })
    })
    expect(await signalbox.readColumn('spans', 'span_id')).to.include.members(good.map(({ span_id }) => span_id))
    const [letter] = await readDeadLetters(signalbox.eventLog)
    expect(letter?.value).to.contain(chokingText)
  })
})
