import { expect } from 'chai'
import { sessionPipeline } from '../../../src/kinds/session/process-session.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt } from '../../support/records.js'

const hour = 3_600_000

function session(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sid: 'B4057ECF-32B5-4E1B-9F88-E6FA4AC98E17',
    init: true,
    started: new Date(receivedAt - 5_000).toISOString(),
    timestamp: receivedAt / 1_000 - 1,
    status: 'ok',
    errors: 0,
    duration: 1.5,
    attrs: { release: 'shop@1.0', environment: 'prod' },
    ...fields,
  }
}

function process(fields: Record<string, unknown> = {}, sentAt = receivedAt) {
  const payload = session(fields)
  return sessionPipeline.process(payload, envelopeContext({ header: { type: 'session' }, payload }, sentAt))
}

function rowOf(fields: Record<string, unknown> = {}, sentAt = receivedAt) {
  return process(fields, sentAt).rows.sessions![0]!
}

describe('sessionPipeline', () => {
  it('stores every field of an update', () => {
    expect(rowOf({ seq: 7 })).to.deep.equal({
      organization_id: 'org-1',
      project_id: 'project-1',
      release: 'shop@1.0',
      environment: 'prod',
      started: receivedAt - 5_000,
      session_id: 'b4057ecf32b54e1b9f88e6fa4ac98e17',
      user_key: '',
      status: 'ok',
      is_init: 1,
      quantity: 1,
      errors: 0,
      duration_ms: 1_500,
      sequence: 7,
      sdk_name: '',
      received_at: receivedAt,
    })
  })

  it('orders updates without a number by receive time', () => {
    for (const seq of [undefined, null, -1, 'x', 1.5]) expect(rowOf({ seq }).sequence).to.equal(receivedAt)
  })

  it('treats an update as the first only if it says so', () => {
    for (const init of [undefined, false, 'true', 1]) expect(rowOf({ init }).is_init).to.equal(0)
  })

  it('stores sessions with errors as errored, and crashes with at least one error', () => {
    expect(rowOf({ status: 'ok', errors: 2 })).to.include({ status: 'errored', errors: 2 })
    expect(rowOf({ status: 'exited', errors: 1 })).to.include({ status: 'errored' })
    expect(rowOf({ status: 'exited' })).to.include({ status: 'exited', errors: 0 })
    expect(rowOf({ status: 'crashed' })).to.include({ status: 'crashed', errors: 1 })
    expect(rowOf({ status: 'abnormal', errors: 3 })).to.include({ status: 'abnormal', errors: 3 })
    expect(rowOf({ status: 'unhandled' })).to.include({ status: 'unhandled', errors: 0 })
    expect(rowOf({ status: undefined })).to.include({ status: 'ok' })
  })

  it("distinguishes a project's users without storing their names", () => {
    const key = rowOf({ did: 'jane@example.com' }).user_key
    expect(key).to.match(/^[0-9a-f]{32}$/)
    expect(rowOf({ did: 'jane@example.com' }).user_key).to.equal(key)
    expect(rowOf({ did: 'joe@example.com' }).user_key).not.to.equal(key)
    expect(rowOf({ did: 7 }).user_key).to.equal(rowOf({ did: '7' }).user_key)
    for (const did of [undefined, null, '', {}, '{{auto}}']) expect(rowOf({ did }).user_key).to.equal('')
  })

  it("uses the sender's address for a user with {{auto}}", () => {
    const payload = session({ did: '{{auto}}' })
    const context = envelopeContext({ header: { type: 'session' }, payload })
    const meta = { ...context.meta, clientIp: '203.0.113.7' }
    const [row] = sessionPipeline.process(payload, { ...context, meta }).rows.sessions!
    expect(row?.user_key).to.equal(rowOf({ did: '203.0.113.7' }).user_key)
  })

  it('gives a session without an id a stable one', () => {
    const id = rowOf({ sid: undefined }).session_id
    expect(id).to.match(/^[0-9a-f]{32}$/)
    expect(rowOf({ sid: 'no uuid' }).session_id).to.equal(id)
  })

  it('omits an invalid duration', () => {
    for (const duration of [undefined, null, '1', -1, 1e308]) expect(rowOf({ duration }).duration_ms).to.equal(null)
  })

  it('drops updates without a start, a valid release or a known status', () => {
    const bad: Record<string, unknown>[] = [
      { started: undefined },
      { started: 'soon' },
      { status: 'sleeping' },
      { status: 5 },
      { attrs: undefined },
      { attrs: { environment: 'prod' } },
      { attrs: { release: 'latest' } },
      { attrs: { release: 'a/b' } },
    ]
    for (const fields of bad) {
      expect(process(fields), JSON.stringify(fields)).to.deep.equal({
        rows: {},
        counts: [{ kind: 'session', outcome: 'dropped', reason: 'invalid_session', quantity: 1 }],
      })
    }
  })

  it('drops sessions from more than five days ago or more than a minute ahead', () => {
    const reasonOf = (ageMs: number) => process({ started: (receivedAt - ageMs) / 1_000 }).counts[0]!.reason
    expect(reasonOf(5 * 24 * hour)).to.equal('')
    expect(reasonOf(5 * 24 * hour + 1)).to.equal('timestamp_too_old')
    expect(reasonOf(-60_000)).to.equal('')
    expect(reasonOf(-60_001)).to.equal('timestamp_in_future')
    expect(process({ timestamp: receivedAt / 1_000 + 61 }).counts[0]!.reason).to.equal('timestamp_in_future')
  })

  it("corrects the sender's clock drift of hours", () => {
    const row = rowOf({ started: (receivedAt - 3 * hour) / 1_000, timestamp: undefined }, receivedAt - 3 * hour)
    expect(row.started).to.equal(receivedAt)
  })

  it('stores recorded sessions as sent', async () => {
    const recorded = await readRecordedItems('session')
    expect(recorded).not.to.be.empty
    for (const { payload, context, expected } of recorded) {
      const { rows, counts } = sessionPipeline.process(payload, context)
      const attrs = expected['attrs'] as Record<string, string>
      expect(counts[0]).to.include({ outcome: 'stored', quantity: 1 })
      expect(rows.sessions).to.have.length(1)
      expect(rows.sessions![0]).to.include({
        session_id: expected['sid'],
        started: Date.parse(String(expected['started'])),
        status: 'errored',
        errors: expected['errors'],
        is_init: expected['init'] === true ? 1 : 0,
        release: attrs['release'],
        environment: attrs['environment'],
      })
    }
  })

  it('never throws, whatever is sent', () => {
    expectNoHarm('session', sessionPipeline, ['sid', 'did', 'seq', 'init', 'started', 'status', 'errors', 'attrs'])
  })
})
