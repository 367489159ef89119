import {
  batchMetaCodec,
  deadLetterMetaCodec,
  type DeadLetterDetail,
  type DeadLetterEntry,
  type DeadLetterMeta,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSpan, newEventId } from '../support/telemetry.js'

const path = '/api/v1/dead-letters/'

describe('dead letters', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess()
  })
  afterEach(() => signalbox.close())

  /** A record of spans in which the pipeline has dead-lettered the one at an index. */
  const addLetter = async (spans: readonly object[], fields: Partial<DeadLetterMeta> = {}) => {
    const { organizationId, eventLog } = signalbox
    const receivedAt = Date.now()
    const { meta = '' } = batchMetaCodec.encode({ organizationId, receivedAt, encoding: 'identity', omitted: [] })
    const place = { topic: 'spans', partition: 0, offset: 1, itemIndex: 1, reason: 'pipeline_error', detail: 'broken' }
    const headers = deadLetterMetaCodec.encode({ ...place, meta, ...fields })
    await eventLog.append('dead-letters', [{ headers, value: Buffer.from(JSON.stringify({ spans })), rows: 1 }])
  }
  const list = async () => {
    const { body } = await signalbox.call('GET', path)
    return (body as { letters: DeadLetterEntry[] }).letters
  }
  const outcomes = async () => {
    const { body } = await signalbox.call('GET', '/api/v1/telemetry/query/outcomes/?group_by=kind,outcome,reason')
    return body as { outcomes: { outcome: string; reason: string; quantity: number }[]; totals: { received: number } }
  }

  it('are created from unreadable records, and shown with the original request', async () => {
    const { organizationId, eventLog } = signalbox
    const headers = batchMetaCodec.encode({ organizationId, receivedAt: 5, encoding: 'identity', omitted: [] })
    await eventLog.append('spans', [{ headers, value: Buffer.from('not JSON'), rows: 1 }])
    const [letter] = await eventually(async () => {
      const letters = await list()
      expect(letters).to.have.lengthOf(1)
      return letters
    })
    expect(letter).to.include({ reason: 'unreadable_record', item_index: null, replay_of: null, project_id: null })
    const { body } = await signalbox.call('GET', `${path}${letter?.id ?? ''}/`)
    const detail = body as DeadLetterDetail
    expect(Buffer.from(detail.body_base64, 'base64').toString()).to.equal('not JSON')
    expect(detail).to.include({ state: 'waiting', encoding: 'identity', body_bytes: 8 })
  })

  it("are stored once when replayed: only the item, with the ledger's total unchanged", async () => {
    const traceId = newEventId()
    const spans = [1, 2, 3].map((index) => createSpan({ trace_id: traceId, operation: `span ${index}` }))
    await addLetter(spans)
    const [letter] = await list()
    const address = `${path}${letter?.id ?? ''}/replay/`
    expect((await signalbox.call('POST', address)).status).to.equal(202)
    const stored = await eventually(async () => {
      const { body } = await signalbox.call('GET', `/api/v1/telemetry/query/traces/?trace_id=${traceId}`)
      const text = JSON.stringify(body)
      expect(text).to.include('span 2')
      return text
    })
    expect(stored).not.to.include('span 1').and.not.to.include('span 3')
    const { outcomes: counts, totals } = await outcomes()
    expect(counts).to.deep.include({ kind: 'span', outcome: 'replayed', reason: 'stored', quantity: 1 })
    expect(totals.received).to.equal(0)
    const again = await signalbox.call('POST', address)
    expect(again.status).to.equal(409)
    expect(JSON.stringify(again.body)).to.include('already replayed')
  })

  it('that fail again become new dead letters that refer to the old ones', async () => {
    await addLetter([], { itemIndex: null, meta: batchHeader(signalbox.organizationId) })
    const [first] = await list()
    await signalbox.call('POST', `${path}${first?.id ?? ''}/replay/`)
    await eventually(async () => {
      const letters = await list()
      expect(letters.map(({ replay_of }) => replay_of)).to.include(first?.id)
    })
  })

  it('leave an audit log entry when replayed and when a replay is rejected', async () => {
    await addLetter([createSpan({}), createSpan({})])
    const [letter] = await list()
    const address = `${path}${letter?.id ?? ''}/replay/`
    await signalbox.call('POST', address)
    await signalbox.call('POST', address)
    const { body } = await signalbox.call('GET', '/api/v1/organization/audit-log/?action=replayDeadLetter')
    const { entries } = body as { entries: { outcome: string; objects: Record<string, string> }[] }
    expect(entries.map(({ outcome }) => outcome)).to.deep.equal(['refused', 'done'])
    expect(entries[0]?.objects['letter_id']).to.equal(letter?.id)
  })

  it('are rejected with the fault', async () => {
    expect((await signalbox.call('GET', `${path}nonsense/`)).status).to.equal(404)
    const { status, body } = await signalbox.call('GET', `${path}?after=nonsense`)
    expect(status).to.equal(400)
    expect(JSON.stringify(body)).to.include('"name":"after"')
  })
})

/** Declares gzip although the body is not: it cannot be read. */
function batchHeader(organizationId: string): string {
  return batchMetaCodec.encode({ organizationId, receivedAt: Date.now(), encoding: 'gzip', omitted: [] })['meta'] ?? ''
}
