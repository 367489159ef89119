import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSample, createSpan } from '../support/telemetry.js'

interface Accepted {
  accepted: number
  rejected: { index: number; error: string }[]
  rejected_total?: number
}

const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

describe('a batch with invalid items', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess()
  })
  afterEach(() => signalbox.close())

  it('of spans stores the valid ones, names index and field of the others, and balances in the ledger', async () => {
    const bad: [field: string, span: unknown][] = [
      ['trace_id', createSpan({ trace_id: 'short' })],
      ['duration_ms', createSpan({ duration_ms: -1 })],
      ['start_time', createSpan({ start_time: iso(Date.now() - 31 * 24 * hour) })],
      ['start_time', createSpan({ start_time: iso(Date.now() + 2 * hour) })],
      ['the item', null],
      ['attributes/note', createSpan({ attributes: { note: 'x'.repeat(8_193) } })],
    ]
    const good = [createSpan(), createSpan(), createSpan()]
    const spans = [
      good[0],
      ...bad.slice(0, 3).map(([, span]) => span),
      good[1],
      ...bad.slice(3).map(([, s]) => s),
      good[2],
    ]
    const answer = await signalbox.call('POST', '/api/v1/telemetry/spans', { spans })
    expect(answer.status).to.equal(202)
    const { accepted, rejected } = answer.body as Accepted
    expect(accepted).to.equal(3)
    expect(rejected.map(({ index }) => index)).to.deep.equal([1, 2, 3, 5, 6, 7])
    for (const [position, [field]] of bad.entries())
      expect(rejected[position]?.error).to.match(new RegExp(`^${field} `))
    await eventually(async () => {
      const ledger = await signalbox.readLedger()
      expect(ledger).to.deep.equal({
        'span stored': 3,
        'span dropped invalid_span': 4,
        'span dropped timestamp_too_old': 1,
        'span dropped timestamp_in_future': 1,
      })
      expect(Object.values(ledger).reduce((sum, items) => sum + items, 0)).to.equal(spans.length)
    })
    expect(await signalbox.readColumn('spans', 'span_id')).to.have.members(good.map((span) => span.span_id))
  })

  it('of samples counts a rejected sample by its metrics, like a stored one', async () => {
    const two = { cpu_usage_cores: 1, memory_usage_bytes: 2 }
    const three = { ...two, queue_depth: 3 }
    const metrics = [
      createSample({ metrics: two }),
      createSample({ metrics: three, timestamp: 'yesterday' }),
      createSample({ metrics: three, pod: 'good' }),
      createSample({ metrics: { ...two, wrong: 'many' } }),
      createSample({ metrics: two, timestamp: iso(Date.now() - 31 * 24 * hour) }),
      'no sample',
    ]
    const answer = await signalbox.call('POST', '/api/v1/telemetry/metrics', { metrics })
    expect(answer.status).to.equal(202)
    const { accepted, rejected } = answer.body as Accepted
    expect(accepted).to.equal(2)
    expect(rejected.map(({ index, error }) => `${index} ${error.split(' ', 1)[0] ?? ''}`)).to.deep.equal([
      '1 timestamp',
      '3 metrics/wrong',
      '4 timestamp',
      '5 the',
    ])
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'metric stored': 5,
        'metric dropped invalid_metric': 3 + 3 + 1,
        'metric dropped timestamp_too_old': 2,
      })
    })
    expect(await signalbox.readColumn('metric_points', 'pod')).to.deep.equal(['good'])
  })

  it('without a valid item is counted, although the log has no record of it', async () => {
    const spans = [createSpan({ service: 1 }), createSpan({ operation: '' })]
    const answer = await signalbox.call('POST', '/api/v1/telemetry/spans', { spans })
    expect(answer.status).to.equal(400)
    expect(answer.body).to.have.nested.property('errors[0].name', '/spans/0')
    expect(answer.body)
      .to.have.nested.property('errors[1].detail')
      .that.matches(/^operation /)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({ 'span dropped invalid_span': 2 })
    })
  })

  it('lists a bounded number of rejected items, and counts all', async () => {
    const spans = [createSpan(), ...Array.from({ length: 1_500 }, () => ({}))]
    const answer = await signalbox.call('POST', '/api/v1/telemetry/spans', { spans })
    const { accepted, rejected, rejected_total } = answer.body as Accepted
    expect([accepted, rejected.length, rejected_total]).to.deep.equal([1, 1_000, 1_500])
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({ 'span stored': 1, 'span dropped invalid_span': 1_500 })
    })
  })
})

describe('an envelope with all kinds of items', () => {
  let signalbox: InProcessSignalbox

  before(async () => {
    signalbox = await startInProcess()
  })
  after(() => signalbox.close())

  it('ends each item as stored or dropped', async () => {
    const { number, publicKey } = signalbox.project
    const lines = [
      {},
      { type: 'event' },
      { message: 'good' },
      { type: 'session' },
      { sid: '1' },
      { type: 'made_up_type' },
      { any: 'thing' },
      { type: 'client_report' },
      { discarded_events: [] },
    ]
    const res = await fetch(`${signalbox.url}/api/${number}/envelope/?sentry_key=${publicKey}`, {
      method: 'POST',
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    expect(res.status).to.equal(200)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'error stored': 1,
        'session dropped invalid_session': 1,
        'unknown dropped unknown_item': 1,
        'client_report stored': 1,
      })
    })
  })
})
