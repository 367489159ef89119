import { expect } from 'chai'
import type { CheckInRow } from '@signalbox/telemetry-store/rows'
import { checkInPipeline as pipeline } from '../../../src/kinds/check-in/process-check-in.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt, traceId } from '../../support/records.js'

const valid = { check_in_id: 'c'.repeat(32), monitor_slug: 'nightly', status: 'ok' }

function processCheckIn(payload: unknown) {
  return pipeline.process(payload, envelopeContext({ header: { type: 'check_in' }, payload }))
}

function rowOf(fields: Record<string, unknown>): CheckInRow {
  const row = processCheckIn({ ...valid, ...fields }).rows.check_ins?.[0]
  if (row === undefined) throw new Error('no row')
  return row
}

function configOf(config: unknown): unknown {
  const text = rowOf({ monitor_config: config }).monitor_config
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

describe('check-ins', () => {
  it('match what the scripts sent, for every recorded one', async () => {
    const items = await readRecordedItems('check_in')
    expect(items).to.have.length.of.at.least(7)
    for (const { payload, context, expected, file } of items) {
      const row = pipeline.process(payload, context).rows.check_ins?.[0]
      expect(row, file).to.include({
        check_in_id: expected['check_in_id'],
        monitor_slug: expected['monitor_slug'],
        status: expected['status'],
        environment: expected['environment'],
        release: expected['release'] ?? '',
        duration_ms: typeof expected['duration'] === 'number' ? Math.round(expected['duration'] * 1e6) / 1e3 : null,
      })
      const config = expected['monitor_config']
      expect(row?.monitor_config, file).to.equal(config === undefined ? '' : row?.monitor_config)
      if (config !== undefined) expect(JSON.parse(row?.monitor_config ?? ''), file).to.deep.equal(config)
    }
  })

  it('default to the receive time and to production', () => {
    expect(rowOf({})).to.deep.include({
      organization_id: 'org-1',
      project_id: 'project-1',
      environment: 'production',
      timestamp: receivedAt,
      received_at: receivedAt,
      duration_ms: null,
      release: '',
      trace_id: '',
      monitor_config: '',
    })
    expect(rowOf({ environment: 'staging' }).environment).to.equal('staging')
  })

  it("accept an id in any UUID form, and default to the record's", () => {
    const dashed = '4E0BE3A1-8520-4A34-986A-3B00D1D3A34E'
    const plain = '4e0be3a185204a34986a3b00d1d3a34e'
    for (const id of [dashed, plain, plain.toUpperCase(), `{${dashed}}`, `urn:uuid:${dashed}`, ` ${plain} `]) {
      expect(rowOf({ check_in_id: id }).check_in_id, id).to.equal(plain)
    }
    const fallback = envelopeContext({ header: {}, payload: {} }).fallbackEventId
    for (const id of [undefined, null, 7, 'x', `{${plain}`]) {
      expect(rowOf({ check_in_id: id }).check_in_id).to.equal(fallback)
    }
  })

  it('retain the zero id, which means the newest open run', () => {
    expect(rowOf({ check_in_id: '00000000-0000-0000-0000-000000000000' }).check_in_id).to.equal('0'.repeat(32))
  })

  it('are invalid without a monitor name or with an unknown status', () => {
    const invalid = [
      ...[undefined, null, '', '  \n', 5].map((slug) => ({ ...valid, monitor_slug: slug })),
      ...[undefined, null, 'missed', 'OK', 1].map((status) => ({ ...valid, status })),
    ]
    for (const payload of [...invalid, null, [], 'text']) {
      expect(processCheckIn(payload)).to.deep.equal({
        rows: {},
        counts: [{ kind: 'check_in', outcome: 'dropped', reason: 'invalid_check_in', quantity: 1 }],
      })
    }
  })

  it("store their monitor's name on one line of bounded length", () => {
    expect(rowOf({ monitor_slug: ' night\tly \n job ' }).monitor_slug).to.equal('night-ly-job')
    expect(rowOf({ monitor_slug: 'x'.repeat(10_000) }).monitor_slug).to.have.length(128)
  })

  it('store their duration in milliseconds, and omit invalid ones', () => {
    expect(rowOf({ duration: 1.5 }).duration_ms).to.equal(1_500)
    expect(rowOf({ duration: '2' }).duration_ms).to.equal(2_000)
    expect(rowOf({ duration: 0.0570001 }).duration_ms).to.equal(57)
    for (const duration of [-1, 'soon', null, {}, 1e307, '', 'Infinity']) {
      expect(rowOf({ duration }).duration_ms, JSON.stringify(duration)).to.equal(null)
    }
  })

  it("belong to their context's trace", () => {
    expect(rowOf({ contexts: { trace: { trace_id: traceId.toUpperCase() } } }).trace_id).to.equal(traceId)
    expect(rowOf({ contexts: { trace: { trace_id: 'no' } } }).trace_id).to.equal('')
  })

  it('accept a schedule: unknown fields and nulls are ignored, numbers may be text', () => {
    const schedule = { type: 'crontab', value: '0 * * * *' }
    expect(configOf({ schedule, timezone: 'Europe/Vienna', owner: 'user:1', max_runtime: null })).to.deep.equal({
      schedule,
      timezone: 'Europe/Vienna',
    })
    expect(
      configOf({ schedule: { type: 'interval', value: '2', unit: 'day', extra: 1 }, checkin_margin: '5' }),
    ).to.deep.equal({ schedule: { type: 'interval', value: 2, unit: 'day' }, checkin_margin: 5 })
  })

  it('are stored without an invalid schedule', () => {
    const schedule = { type: 'crontab', value: '0 * * * *' }
    for (const config of [
      null,
      'hourly',
      {},
      { schedule: '0 * * * *' },
      { schedule: { type: 'interval', value: 1, unit: 'moon' } },
      { schedule: { type: 'interval', value: 0, unit: 'day' } },
      { schedule: { type: 'crontab', value: 5 } },
      { schedule, checkin_margin: -1 },
      { schedule, recovery_threshold: 1.5 },
      { schedule, timezone: 7 },
    ]) {
      expect(configOf(config), JSON.stringify(config)).to.equal(undefined)
    }
  })

  it('never throw, whatever they contain', () => {
    expectNoHarm('check_in', pipeline, [
      ...['check_in_id', 'monitor_slug', 'status', 'duration', 'environment', 'release', 'contexts', 'trace'],
      ...['monitor_config', 'schedule', 'type', 'value', 'unit', 'checkin_margin', 'timezone'],
    ])
  })
})
