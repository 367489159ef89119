import { expect } from 'chai'
import { clientDiscard, limits } from '@signalbox/contracts'
import { clientReportPipeline } from '../../../src/kinds/client-report/process-client-report.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt } from '../../support/records.js'

const minuteMs = 60_000
const minuteOf = (time: number) => time - (time % minuteMs)

function process(payload: unknown) {
  return clientReportPipeline.process(payload, envelopeContext({ header: { type: 'client_report' }, payload }))
}

function discard(fields: Record<string, unknown> = {}) {
  return { reason: 'sample_rate', category: 'transaction', quantity: 3, ...fields }
}

function rowsOf(payload: unknown) {
  return process(payload).rows.outcomes!
}

const stored = [{ kind: 'client_report', outcome: 'stored', reason: '', quantity: 1 }]

describe('clientReportPipeline', () => {
  it('stores each reason and category as its own outcome, and counts the report as one', () => {
    const timestamp = receivedAt / 1_000 - 3_600
    expect(
      process({ timestamp, discarded_events: [discard(), discard({ category: 'error', quantity: 1 })] }),
    ).to.deep.equal({
      rows: {
        outcomes: ['transaction', 'error'].map((kind) => ({
          organization_id: 'org-1',
          project_id: 'project-1',
          minute: minuteOf(receivedAt - 3_600_000),
          kind,
          outcome: clientDiscard,
          reason: 'sample_rate',
          quantity: kind === 'error' ? 1 : 3,
        })),
      },
      counts: stored,
    })
  })

  it('reads all four lists and sums equal rows', () => {
    const lists = ['discarded_events', 'rate_limited_events', 'filtered_events', 'filtered_sampling_events']
    const payload = Object.fromEntries(lists.map((name, index) => [name, [discard({ quantity: 10 ** index })]]))
    expect(rowsOf(payload).map(({ quantity }) => quantity)).to.deep.equal([1_111])
  })

  it('accepts unknown words, shortened to one line', () => {
    const [row] = rowsOf({ discarded_events: [discard({ reason: 'new\nreason', category: 'c'.repeat(100) })] })
    expect(row?.reason).to.equal('new reason')
    expect(row?.kind).to.have.length(limits.clientReport.textLengthMax)
  })

  it('counts a report with an invalid time by its receive time', () => {
    const days = limits.retentionDays.outcomes
    const times = [undefined, null, 'soon', -1, receivedAt / 1_000 + 120, receivedAt / 1_000 - (days + 1) * 86_400]
    for (const timestamp of times) {
      expect(rowsOf({ timestamp, discarded_events: [discard()] })[0]?.minute).to.equal(minuteOf(receivedAt))
    }
  })

  it('accepts times as text', () => {
    const [row] = rowsOf({ timestamp: '2026-11-20T23:59:59Z', discarded_events: [discard()] })
    expect(row?.minute).to.equal(Date.parse('2026-11-20T23:59:00Z'))
  })

  it('skips invalid rows', () => {
    const bad = [
      null,
      7,
      {},
      discard({ quantity: 0 }),
      discard({ quantity: -1 }),
      discard({ quantity: 1.5 }),
      discard({ quantity: '3' }),
      discard({ reason: 5 }),
      discard({ reason: ' ' }),
      discard({ category: undefined }),
    ]
    expect(rowsOf({ discarded_events: [...bad, discard()] })).to.have.length(1)
  })

  it('stores a report without valid rows as an empty one', () => {
    for (const payload of [{}, { discarded_events: 'none' }, { discarded_events: [null] }]) {
      expect(process(payload)).to.deep.equal({ rows: { outcomes: [] }, counts: stored })
    }
  })

  it('drops anything but an object', () => {
    for (const payload of [null, [], 'text', 5]) {
      expect(process(payload)).to.deep.equal({
        rows: {},
        counts: [{ kind: 'client_report', outcome: 'dropped', reason: 'invalid_client_report', quantity: 1 }],
      })
    }
  })

  it('skips rows over the limit', () => {
    const rows = Array.from({ length: limits.clientReport.rowsMax + 5 }, (_, index) => discard({ reason: `r${index}` }))
    expect(rowsOf({ discarded_events: rows })).to.have.length(limits.clientReport.rowsMax)
  })

  it('stores recorded reports as sent', async () => {
    const recorded = await readRecordedItems('client_report')
    expect(recorded).not.to.be.empty
    for (const { payload, context, expected } of recorded) {
      const rows = clientReportPipeline.process(payload, context).rows.outcomes!
      const told = rows.map(({ reason, kind: category, quantity }) => ({ reason, category, quantity }))
      expect(told).to.deep.equal(expected['discarded_events'])
      expect(rows[0]?.minute).to.equal(minuteOf(Math.floor(Number(expected['timestamp']) * 1_000)))
    }
  })

  it('never throws, whatever is sent', () => {
    expectNoHarm('client_report', clientReportPipeline, ['timestamp', 'discarded_events', 'filtered_events', 'reason'])
  })
})
