import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { appMetricPipeline } from '../../../src/kinds/app-metric/process-app-metric.js'
import { entrySeconds, measurement, metricContainer, wrap } from '../../support/containers.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt, traceId } from '../../support/records.js'

function process(entries: readonly unknown[]) {
  const item = metricContainer(entries)
  return appMetricPipeline.process(item.payload, envelopeContext(item))
}

describe('appMetricPipeline', () => {
  it('stores every field of a measurement', () => {
    const attributes = wrap({
      'service.name': 'web',
      'sentry.release': 'a@1',
      'sentry.environment': 'prod',
      plan: 'pro',
    })
    const fields = { type: 'distribution', unit: 'millisecond', value: 187.5, span_id: 'b'.repeat(16), attributes }
    const { rows, counts } = process([measurement(fields)])
    expect(rows.app_metrics).to.deep.equal([
      {
        organization_id: 'org-1',
        project_id: 'project-1',
        name: 'orders',
        type: 'distribution',
        unit: 'millisecond',
        timestamp: entrySeconds * 1_000_000,
        value: 187.5,
        trace_id: traceId,
        span_id: 'b'.repeat(16),
        service: 'web',
        release: 'a@1',
        environment: 'prod',
        sdk_name: '',
        attributes: { 'service.name': 'web', 'sentry.release': 'a@1', 'sentry.environment': 'prod', plan: 'pro' },
        received_at: receivedAt,
      },
    ])
    expect(counts).to.deep.equal([{ kind: 'app_metric', outcome: 'stored', reason: '', quantity: 1 }])
  })

  it('accepts counters, gauges and distributions, with any finite value', () => {
    const types = ['counter', 'gauge', 'distribution']
    const entries = types.flatMap((type) => [0, -1.5, 1e300].map((value) => measurement({ type, value })))
    expect(process(entries).rows.app_metrics).to.have.length(9)
  })

  it('drops invalid measurements one by one', () => {
    const bad = [
      { type: 'set' },
      { type: undefined },
      { type: ['counter'] },
      { name: '' },
      { name: 7 },
      { value: '1' },
      { value: null },
      { value: Number.POSITIVE_INFINITY },
      { value: true },
      { timestamp: undefined },
    ]
    const { rows, counts } = process([measurement(), ...bad.map(measurement), null, 3])
    expect(rows.app_metrics).to.have.length(1)
    expect(counts[1]).to.deep.equal({
      kind: 'app_metric',
      outcome: 'dropped',
      reason: 'invalid_metric',
      quantity: bad.length + 2,
    })
  })

  it('shortens long names and units, and omits units that are not text', () => {
    const long = measurement({ name: 'n'.repeat(1_000), unit: 'u'.repeat(1_000) })
    const [first, second] = process([long, measurement({ unit: 5 })]).rows.app_metrics!
    expect(first?.name).to.have.length(limits.appMetric.nameLengthMax)
    expect(first?.unit).to.have.length(limits.appMetric.unitLengthMax)
    expect(second?.unit).to.equal('')
  })

  it('stores recorded measurements as sent', async () => {
    const recorded = await readRecordedItems('trace_metric')
    expect(recorded).not.to.be.empty
    for (const { payload, context, expected } of recorded) {
      const { rows, counts } = appMetricPipeline.process(payload, context)
      const made = rows.app_metrics?.map(({ name, type, value, unit }) => ({ name, type, value, unit: unit || null }))
      expect(made).to.deep.equal(expected['metrics'])
      expect(counts).to.deep.equal([{ kind: 'app_metric', outcome: 'stored', reason: '', quantity: expected['count'] }])
      expect(rows.app_metrics?.[0]).to.include({
        release: 'shop-api@2.3.1+build.77',
        environment: 'staging',
        sdk_name: 'sentry.javascript.node',
        timestamp: 1_795_225_543_098_810,
      })
    }
  })

  it('never throws, whatever is sent', () => {
    expectNoHarm('trace_metric', appMetricPipeline, ['items', 'version', 'ingest_settings', 'item_count'])
  })
})
