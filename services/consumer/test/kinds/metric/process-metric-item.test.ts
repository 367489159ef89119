import { expect } from 'chai'
import { processMetricItem } from '../../../src/kinds/metric/process-metric-item.js'
import { batchContext } from '../../support/item-context.js'
import { metricItem, receivedAt } from '../../support/records.js'

const process = (fields: Record<string, unknown>) => processMetricItem(metricItem(fields), batchContext())

describe('processMetricItem', () => {
  it('puts documented names into one row, null if missing, and others into separate rows', () => {
    const { rows, counts } = process({ metrics: { cpu_usage_cores: 0.5, network_rx_bytes: 7, queue_depth: 3 } })
    const labels = {
      organization_id: 'org-1',
      timestamp: Date.parse('2026-11-21T08:00:00.000Z'),
      cluster: 'prod',
      namespace: 'shop',
      pod: 'api-1',
      container: 'api',
      node: 'node-1',
    }
    expect(rows.container_metrics).to.deep.equal([
      { ...labels, cpu_usage_cores: 0.5, memory_usage_bytes: null, network_rx_bytes: 7, network_tx_bytes: null },
    ])
    expect(rows.metric_points).to.deep.equal([{ ...labels, metric_name: 'queue_depth', value: 3 }])
    expect(counts).to.deep.equal([{ kind: 'metric', outcome: 'stored', reason: '', quantity: 3 }])
  })

  it('creates no container row for samples with other names only', () => {
    expect(process({ metrics: { node_ready: 1 } }).rows.container_metrics).to.deep.equal([])
  })

  it('treats missing labels as empty', () => {
    const { rows } = process({ pod: undefined, container: undefined })
    expect(rows.container_metrics?.[0]).to.include({ pod: '', container: '', cluster: 'prod' })
  })

  it('drops a sample with an invalid value or label, counted by its number of names', () => {
    const faults = [
      { metrics: { a: 1, b: null } },
      { metrics: { a: 1, '': 2 } },
      { metrics: { a: 1, b: 2 }, pod: 5 },
      { metrics: { a: 1, b: 2 }, timestamp: 'now' },
    ]
    for (const fault of faults) {
      expect(process(fault).counts, JSON.stringify(fault)).to.deep.equal([
        { kind: 'metric', outcome: 'dropped', reason: 'invalid_metric', quantity: 2 },
      ])
    }
    expect(process({ metrics: {} }).counts[0]).to.include({ reason: 'invalid_metric', quantity: 1 })
  })

  it('drops a sample outside the retention', () => {
    const timestamp = new Date(receivedAt - 31 * 86_400_000).toISOString()
    expect(process({ timestamp }).counts[0]).to.include({ reason: 'timestamp_too_old', quantity: 2 })
  })
})
