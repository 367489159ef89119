import { readFileSync } from 'node:fs'
import { checkRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { nanoseconds, pairs, processRequest, receivedAt } from './otlp-items.js'

const point = { timeUnixNano: nanoseconds(10), startTimeUnixNano: nanoseconds(1_000) }

function processMetrics(metrics: object[], resource: Record<string, string> = { 'service.name': 'checkout' }) {
  return processRequest('metrics', {
    resourceMetrics: [{ resource: { attributes: pairs(resource) }, scopeMetrics: [{ metrics }] }],
  })
}
const gauge = (name: string, value: number, attributes = {}) => ({
  name,
  gauge: { dataPoints: [{ ...point, asDouble: value, attributes: pairs(attributes) }] },
})
const sum = (name: string, value: number, aggregationTemporality = 2, attributes = {}) => ({
  name,
  sum: {
    aggregationTemporality,
    isMonotonic: true,
    dataPoints: [{ ...point, asDouble: value, attributes: pairs(attributes) }],
  },
})
const rowsOf = (metrics: object[]) => processMetrics(metrics).flatMap(({ rows }) => rows.data_points ?? [])
const reasonsOf = (metrics: object[]) =>
  processMetrics(metrics).flatMap(({ counts }) => counts.map(({ reason }) => reason))

describe('OTLP data points', () => {
  it("become rows under their own name, with their kind's values", () => {
    const [queue, orders, duration, old] = rowsOf([
      { ...gauge('queue', 3, { shop: 'main' }), unit: '{order}' },
      sum('orders', 7, 1),
      {
        name: 'duration',
        unit: 's',
        histogram: {
          aggregationTemporality: 2,
          dataPoints: [
            { ...point, count: '3', sum: 0.5, min: 0.1, explicitBounds: [0.1, 1], bucketCounts: ['1', '2', 0] },
          ],
        },
      },
      {
        name: 'old',
        summary: { dataPoints: [{ ...point, count: '9', sum: 4, quantileValues: [{ quantile: 0.5, value: 2 }] }] },
      },
    ])
    expect(queue).to.deep.include({
      kind: 'gauge',
      unit: '{order}',
      temporality: '',
      is_monotonic: 0,
      value: 3,
      count: null,
      timestamp: (receivedAt - 10) * 1_000,
      start_time: (receivedAt - 1_000) * 1_000,
      service: 'checkout',
      attributes: { shop: 'main' },
      resource: { 'service.name': 'checkout' },
    })
    expect(orders).to.include({ kind: 'sum', temporality: 'delta', is_monotonic: 1, value: 7 })
    const totals = { count: 3, sum: 0.5, min: 0.1, max: null, bounds: [0.1, 1], counts: [1, 2, 0] }
    expect(duration).to.deep.include({ kind: 'histogram', temporality: 'cumulative', value: null, ...totals })
    expect(old).to.deep.include({ kind: 'summary', count: 9, sum: 4, quantiles: [0.5], quantile_values: [2] })
    for (const row of [queue, orders, duration, old]) checkRow('data_points', row!)
  })

  it('have a series by their identifying labels, whatever the attribute order', () => {
    const series = rowsOf([
      gauge('a', 1, { x: '1', y: '2' }),
      gauge('a', 2, { y: '2', x: '1' }),
      gauge('a', 1, { x: '1', y: '3' }),
      gauge('b', 1, { x: '1', y: '2' }),
    ]).map((row) => row.series)
    expect(series[0])
      .to.equal(series[1])
      .and.match(/^[0-9a-f]{16}$/)
    expect(new Set(series)).to.have.property('size', 3)
  })

  it('of scopes with attributes are separate series', () => {
    const { gauge: measured } = gauge('a', 1)
    const scopeMetrics = ['x', 'y'].map((part) => ({
      scope: { name: 'lib', attributes: pairs({ part }) },
      metrics: [{ name: 'a', gauge: measured }],
    }))
    const results = processRequest('metrics', { resourceMetrics: [{ scopeMetrics }] })
    const rows = results.flatMap(({ rows: own }) => own.data_points ?? [])
    expect(rows.map(({ attributes }) => attributes)).to.deep.equal([
      { 'otel.scope.name': 'lib', 'otel.scope.part': 'x' },
      { 'otel.scope.name': 'lib', 'otel.scope.part': 'y' },
    ])
    expect(rows[0]?.series).to.not.equal(rows[1]?.series)
  })

  it("of exponential histograms have their buckets' bounds, including negative ones and zero", () => {
    const [row] = rowsOf([
      {
        name: 'e',
        exponentialHistogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              ...point,
              count: '10',
              scale: 0,
              zeroCount: '1',
              positive: { offset: 1, bucketCounts: ['2', '3'] },
              negative: { offset: 0, bucketCounts: ['4'] },
            },
          ],
        },
      },
    ])
    expect(row).to.deep.include({ bounds: [-2, -1, 0, 2, 4, 8], counts: [0, 4, 1, 0, 2, 3, 0] })
  })

  it('of exponential histograms at the limits of a double retain every measurement', () => {
    const [row, invalid] = processMetrics([
      {
        name: 'e',
        exponentialHistogram: {
          dataPoints: [
            {
              ...point,
              count: '21',
              scale: -10,
              zeroCount: '1',
              positive: { offset: -2, bucketCounts: ['2', '3', '4'] },
              negative: { offset: -1, bucketCounts: ['5', '6'] },
            },
            { ...point, count: '1', scale: 'NaN', zeroCount: '1', positive: { bucketCounts: ['1'] } },
          ],
        },
      },
    ])
    // Buckets are factors of 2^1024: all but those around 1 start or end beyond the range of a double.
    const [found] = row?.rows.data_points ?? []
    expect(found).to.deep.include({ bounds: [-1, -(2 ** -1024), 0, 2 ** -1024, 1], counts: [6, 5, 1, 2, 3, 4] })
    checkRow('data_points', found!)
    expect(invalid?.counts[0]?.reason).to.equal('invalid_data_point')
  })

  it('of histograms whose last bound is infinite count the last bucket as open', () => {
    const [row] = rowsOf([
      {
        name: 'h',
        histogram: {
          dataPoints: [{ ...point, count: '6', explicitBounds: [1, 'Infinity'], bucketCounts: ['1', '5', '0'] }],
        },
      },
    ])
    expect(row).to.deep.include({ bounds: [1], counts: [1, 5] })
  })

  it('are dropped and counted without a value, without a name, or if inconsistent', () => {
    const histogram = (values: object) => ({ name: 'h', histogram: { dataPoints: [{ ...point, ...values }] } })
    expect(
      reasonsOf([
        { name: 'a', gauge: { dataPoints: [{ ...point, flags: 1 }, point, { ...point, asDouble: 'NaN' }] } },
        gauge('', 1),
        { name: 'a', gauge: { dataPoints: [{ ...point, asDouble: 'Infinity' }, { attributes: 5 }] } },
        histogram({ count: '3', explicitBounds: [1], bucketCounts: ['1'] }),
        histogram({ count: '3', explicitBounds: [2, 1], bucketCounts: ['1', '1', '1'] }),
        { name: 'a', gauge: { dataPoints: [{ timeUnixNano: nanoseconds(40 * 86_400_000), asInt: '5' }] } },
      ]),
    ).to.deep.equal([
      ...Array<string>(3).fill('no_value'),
      ...Array<string>(5).fill('invalid_data_point'),
      'timestamp_too_old',
    ])
  })

  it('that the cluster views use become samples under the known names', () => {
    const container = {
      'k8s.cluster.name': 'main',
      'k8s.namespace.name': 'shop',
      'k8s.pod.name': 'web-1',
      'k8s.container.name': 'web',
      'k8s.node.name': 'node-1',
    }
    const metrics = [
      gauge('container.cpu.usage', 0.25),
      sum('container.cpu.time', 100),
      gauge('container.memory.usage', 300),
      gauge('container.memory.working_set', 200),
      sum('k8s.pod.network.io', 9, 2, { direction: 'receive', interface: 'eth0' }),
      sum('k8s.pod.network.io', 8, 2, { direction: 'transmit', interface: 'lo' }),
      gauge('k8s.container.cpu_limit', 2),
      gauge('k8s.container.status.reason', 1, { 'k8s.container.status.reason': 'CrashLoopBackOff' }),
      gauge('k8s.pod.phase', 2),
    ]
    const results = processMetrics(metrics, container)
    const labels = { cluster: 'main', namespace: 'shop', pod: 'web-1', node: 'node-1' }
    const samples = results.flatMap(({ rows }) => rows.container_metrics ?? [])
    expect(samples[0]).to.deep.equal({
      organization_id: 'organization-1',
      timestamp: receivedAt - 10,
      ...labels,
      container: 'web',
      cpu_usage_cores: 0.25,
      memory_usage_bytes: null,
      network_rx_bytes: null,
      network_tx_bytes: null,
    })
    expect(samples.slice(1).map((row) => [row.memory_usage_bytes, row.network_rx_bytes, row.container])).to.deep.equal([
      [200, null, 'web'],
      [null, 9, ''],
    ])
    const points = results.flatMap(({ rows }) => rows.metric_points ?? [])
    expect(points.map((row) => `${row.metric_name} ${row.value} ${row.container}`)).to.deep.equal([
      'cpu_usage_seconds_total 100 web',
      'container_cpu_limit_cores 2 web',
      'container_waiting_crashloop 1 web',
      'pod_phase 2 ',
    ])
    const others = results.flatMap(({ rows }) => rows.data_points ?? []).map(({ name }) => name)
    expect(others).to.deep.equal(['container.memory.usage', 'k8s.pod.network.io'])
    expect(results.every(({ counts }) => counts[0]?.outcome === 'stored')).to.equal(true)
  })

  it("report a node's capacity, and Docker's containers", () => {
    const node = { 'k8s.node.name': 'node-1' }
    const [free, used] = processMetrics(
      [gauge('k8s.node.memory.available', 600), gauge('k8s.node.memory.working_set', 400)],
      node,
    )
    expect(free?.rows.data_points).to.have.length(1)
    expect(used?.rows.metric_points?.map((row) => [row.metric_name, row.value, row.pod, row.cluster])).to.deep.equal([
      ['node_memory_working_set_bytes', 400, '', 'default'],
      ['node_memory_capacity_bytes', 1_000, '', 'default'],
    ])
    const docker = { 'container.name': 'web', 'host.name': 'box' }
    const [cpu, percent, delta, count] = processMetrics(
      [
        sum('container.cpu.usage.total', 5e9),
        gauge('container.cpu.utilization', 40),
        sum('container.cpu.usage.total', 5e9, 1),
        gauge('container.cpu.logical.count', 4),
      ],
      docker,
    )
    expect(cpu?.rows.metric_points?.[0]).to.include({ value: 5, namespace: 'docker', pod: 'web', node: 'box' })
    expect(percent?.rows.data_points).to.have.length(1)
    expect(delta?.rows.data_points).to.have.length(1)
    expect(count?.rows.metric_points?.[0]).to.include({ metric_name: 'node_cpu_capacity_cores', node: 'box', pod: '' })
  })

  it('of complete pods are samples of the pod as well as data points', () => {
    const pod = { 'k8s.namespace.name': 'shop', 'k8s.pod.name': 'web-1', 'k8s.node.name': 'node-1' }
    const results = processMetrics([gauge('k8s.pod.cpu.usage', 0.5), gauge('k8s.pod.memory.working_set', 300)], pod)
    expect(results.flatMap(({ rows }) => rows.container_metrics ?? [])).to.have.length(2)
    for (const { rows } of results) {
      expect(rows.container_metrics?.[0]).to.include({ pod: 'web-1', container: '', node: 'node-1' })
      expect(rows.data_points).to.have.length(1)
    }
  })

  it('with old and new names become the same samples', () => {
    const container = { 'k8s.pod.name': 'web-1', 'k8s.container.name': 'web', 'k8s.node.name': 'node-1' }
    const reason = (name: string) => gauge('k8s.container.status.reason', 1, { 'k8s.container.status.reason': name })
    const condition = (type: string) => {
      const attributes = { 'k8s.node.condition.type': type, 'k8s.node.condition.status': 'condition_true' }
      return gauge('k8s.node.condition.status', 1, attributes)
    }
    const network = { 'network.io.direction': 'transmit', 'network.interface.name': 'eth0' }
    const results = processMetrics(
      [
        sum('k8s.pod.network.io', 8, 2, network),
        gauge('k8s.container.cpu.limit', 2),
        gauge('k8s.container.memory.request.desired', 64),
        gauge('k8s.container.restart.count', 3),
        reason('ErrImagePull'),
        condition('Ready'),
        condition('PIDPressure'),
        gauge('k8s.node.condition_pid_pressure', 0),
        gauge('k8s.node.memory.allocatable', 900),
      ],
      container,
    )
    expect(results[0]?.rows.container_metrics?.[0]).to.include({ network_tx_bytes: 8 })
    const points = results.flatMap(({ rows }) => rows.metric_points ?? [])
    expect(points.map((row) => `${row.metric_name} ${row.value} ${row.pod}`)).to.deep.equal([
      'container_cpu_limit_cores 2 web-1',
      'container_memory_request_bytes 64 web-1',
      'container_restarts_total 3 web-1',
      'container_waiting_image_pull 1 web-1',
      'node_ready 1 ',
      'node_pid_pressure 1 ',
      'node_pid_pressure 0 ',
      'node_memory_allocatable_bytes 900 ',
    ])
  })

  it("of the hostmetrics receiver report the machine's usage and capacity, and retain their names", () => {
    const ofStates = (states: readonly (readonly [value: number, attributes: Record<string, string>])[]) => ({
      dataPoints: states.map(([value, attributes]) => ({ ...point, asDouble: value, attributes: pairs(attributes) })),
    })
    const cpuTime = (cpus: number, isCutOff = false) => {
      const states = Array.from({ length: cpus }, (_, cpu) =>
        Object.entries({ user: 10, system: 5, wait: 3, idle: 100 }).map(
          ([state, value]) => [value, { cpu: `cpu${cpu}`, state }] as const,
        ),
      ).flat()
      const sum = ofStates(isCutOff ? states.slice(0, -1) : states)
      return { name: 'system.cpu.time', unit: 's', sum: { aggregationTemporality: 2, isMonotonic: true, ...sum } }
    }
    const memory = Object.entries({ used: 400, free: 100, buffered: 50, cached: 250, slab_reclaimable: 30 }).map(
      ([state, value]) => [value, { state }] as const,
    )
    const usage = { name: 'system.memory.usage', unit: 'By', sum: { aggregationTemporality: 2, ...ofStates(memory) } }
    const results = processMetrics([cpuTime(2), usage], { 'host.name': 'box' })
    expect(results.flatMap(({ rows }) => rows.data_points ?? [])).to.have.length(13)
    const points = results.flatMap(({ rows }) => rows.metric_points ?? [])
    expect(points.map((row) => [row.metric_name, row.value, row.node, row.namespace, row.pod])).to.deep.equal([
      ['cpu_usage_seconds_total', 30, 'box', '', ''],
      ['node_cpu_capacity_cores', 2, 'box', '', ''],
      ['node_memory_working_set_bytes', 400, 'box', '', ''],
      ['node_memory_capacity_bytes', 800, 'box', '', ''],
    ])
    // Newer receivers add up the processors.
    const total = (states: Record<string, number>) => ({
      name: 'system.cpu.time',
      unit: 's',
      sum: {
        ...{ aggregationTemporality: 2, isMonotonic: true },
        ...ofStates(Object.entries(states).map(([state, value]) => [value, { state }] as const)),
      },
    })
    const sums = processMetrics([total({ user: 20, system: 10, wait: 6, idle: 200 })], { 'host.name': 'box' })
    expect(
      sums.flatMap(({ rows }) => rows.metric_points ?? []).map((row) => [row.metric_name, row.value]),
    ).to.deep.equal([['cpu_usage_seconds_total', 30]])
    for (const [metric, resource] of [
      [total({ user: 20, idle: 200 }), { 'host.name': 'box' }],
      [cpuTime(2, true), { 'host.name': 'box' }],
      [usage, { 'service.name': 'box' }],
    ] as const) {
      expect(processMetrics([metric], resource).flatMap(({ rows }) => rows.metric_points ?? [])).to.deep.equal([])
    }
  })

  it('of a real SDK are all stored', () => {
    const body = readFileSync(new URL('../../../../test/fixtures/otlp/proto-002-metrics.pb', import.meta.url))
    const results = processRequest('metrics', body)
    expect(results).to.have.length.greaterThan(20)
    expect(results.flatMap(({ counts }) => counts.map(({ outcome }) => outcome))).to.not.include('dropped')
    for (const row of results.flatMap(({ rows }) => rows.data_points ?? [])) checkRow('data_points', row)
  })
})
