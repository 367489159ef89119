import { createId, type Alert, type AlertRule } from '@signalbox/contracts'
import { silentLog } from '@signalbox/service-kit'
import { expect } from 'chai'
import { createAlertEvaluator, type AlertEvaluator } from '../../services/control-plane/src/alerts/alert-evaluator.js'
import type { QueryTelemetry } from '../../services/control-plane/src/telemetry-queries/query-telemetry.js'
import { openStore, type ControlPlaneStore } from '../../services/control-plane/src/control-plane-store.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEnvelope } from '../support/post-envelope.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'

const minute = 60_000
const path = '/api/v1/alerts/'

/** One rule of each kind and variant, all of which fire in an incident. */
const rules = (projectId: string) => [
  { name: 'errors', kind: 'error_rate', value: 2 },
  { name: 'failures', kind: 'error_rate', measure: 'share', service: 'pay', value: 0.4, resolve_value: 0.1 },
  { name: 'new issues', kind: 'new_issues', value: 0, project_id: projectId },
  { name: 'queue', kind: 'metric_threshold', metric: 'queue', aggregate: 'min', value: 10 },
  { name: 'threads', kind: 'metric_threshold', source: 'container', metric: 'threads', aggregate: 'p95', value: 100 },
  { name: 'memory', kind: 'metric_threshold', source: 'saturation', metric: 'memory', value: 0.9 },
  {
    ...{ name: 'requests', kind: 'metric_threshold', source: 'data_point', metric: 'http.requests' },
    ...{ aggregate: 'rate', value: 0.5, attribute: ['http.route:/pay'], group_by: ['http.status'] },
  },
  {
    ...{ name: 'durations', kind: 'metric_threshold', source: 'data_point', metric: 'http.duration' },
    ...{ aggregate: 'p99', value: 1, service: 'pay' },
  },
  { name: 'slow', kind: 'p95_latency', service: 'pay', value: 500 },
  { name: 'slow operation', kind: 'p95_latency', service: 'pay', operation: 'POST /pay', value: 500 },
  { name: 'crashes', kind: 'crash_loops', value: 1, namespace: 'shop' },
  { name: 'jobs', kind: 'check_ins', monitors: ['backup'] },
]
/** Rules about signals that stop later. */
const silences = (projectId: string) => [
  { name: 'silent project', of: 'project', project_id: projectId },
  { name: 'silent service', of: 'service', service: 'pay' },
  { name: 'silent metric', of: 'metric', metric: 'queue' },
  { name: 'silent data points', of: 'data_point', metric: 'http.requests', attribute: ['http.status:500'] },
  { name: 'silent containers', of: 'container_metric', metric: 'threads' },
  { name: 'silent job', of: 'monitor', monitor: 'backup' },
  { name: 'never heard of', of: 'service', service: 'nobody' },
]

describe('alert rules, evaluated through the API', () => {
  let signalbox: InProcessSignalbox
  let store: ControlPlaneStore
  let evaluator: AlertEvaluator
  let now: number
  let projectId: string
  /** The minute in which the first test starts: this file may be loaded long before. */
  let began: number

  before(async () => {
    signalbox = await startInProcess()
    store = openStore(signalbox.controlPlaneDirectory)
    began = Math.floor(Date.now() / minute) * minute
    now = began
    const queryTelemetry: QueryTelemetry = async (_organizationId, contract, query) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query))
        for (const each of [value].flat()) search.append(name, String(each))
      const res = await signalbox.call('GET', `${contract.path}?${search.toString()}`)
      if (res.status !== 200) throw new Error(JSON.stringify(res.body))
      return res.body as never
    }
    evaluator = createAlertEvaluator({ store, clock: () => now, log: silentLog, owner: createId(), queryTelemetry })
    const { body } = await signalbox.call('GET', '/api/v1/telemetry/projects/')
    projectId = (body as { projects: { id: string }[] }).projects[0]?.id ?? ''
  })
  after(async () => {
    store.close()
    await signalbox.close()
  })

  const create = async (rule: object) => {
    const { status, body } = await signalbox.call('POST', `${path}rules/`, rule)
    expect(status, JSON.stringify(body)).to.equal(201)
    return body as AlertRule
  }
  const listRules = async () =>
    (await signalbox.call('GET', `${path}rules/?page_size=100`)).body as { alert_rules: AlertRule[] }
  /** Evaluates every rule at an instant. */
  const judgeAt = async (ms: number) => {
    now = ms
    store.alertRules.rebase(0)
    while ((await evaluator.evaluateDue()) <= now);
    const { alert_rules: all } = await listRules()
    for (const { name, state } of all) expect(state.fault, name).to.equal(null)
  }
  const firing = async () => {
    const { body } = await signalbox.call('GET', `${path}?state=firing&page_size=100`)
    return (body as { alerts: Alert[] }).alerts.map(({ rule_name }) => rule_name)
  }
  const send = async (at: number, trouble: boolean) => {
    const time = (seconds: number) => new Date(at - seconds * 1_000).toISOString()
    const spans = [1, 2, 3, 4].map((seconds) =>
      createSpan({
        service: 'pay',
        operation: 'POST /pay',
        start_time: time(seconds),
        duration_ms: trouble ? 900 : 9,
        status: trouble ? 'error' : 'ok',
      }),
    )
    const container = { pod: 'pay-1', container: 'pay' }
    const samples = [90, 60, 30].map((seconds, index) =>
      createSample({
        ...container,
        timestamp: time(seconds),
        metrics: {
          threads: trouble ? 500 : 5,
          memory_usage_bytes: trouble ? 99 : 9,
          container_memory_limit_bytes: 100,
          container_restarts_total: trouble ? index * 2 : 4,
        },
      }),
    )
    expect((await signalbox.call('POST', '/api/v1/telemetry/spans/', { spans })).status).to.equal(202)
    expect((await signalbox.call('POST', '/api/v1/telemetry/metrics/', { metrics: samples })).status).to.equal(202)
    await sendMetric(at - 30_000, trouble ? 50 : 5)
    await sendDataPoints(at, trouble)
    await sendCheckIn(trouble ? 'error' : 'ok')
  }
  const sendEnvelope = (lines: readonly string[]) => postEnvelope(signalbox.url, signalbox.project, lines.join('\n'))
  const sendMetric = (at: number, value: number) => {
    const item = { timestamp: at / 1_000, trace_id: newEventId(), name: 'queue', type: 'gauge', value, attributes: {} }
    const metrics = JSON.stringify({ items: [item] })
    const type = { type: 'trace_metric', content_type: 'application/vnd.sentry.items.trace-metric+json' }
    return sendEnvelope(['{}', JSON.stringify({ ...type, item_count: 1, length: Buffer.byteLength(metrics) }), metrics])
  }
  const sendDataPoints = async (at: number, trouble: boolean) => {
    const times = { startTimeUnixNano: `${at - 120_000}000000`, timeUnixNano: `${at - 1_000}000000` }
    const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
    const requests = ['200', '500'].map((status) => ({
      ...times,
      attributes: [text('http.route', '/pay'), text('http.status', status)],
      asInt: status === '500' && trouble ? 900 : 3,
    }))
    const duration = {
      ...times,
      count: 10,
      sum: 20,
      explicitBounds: [1, 4],
      bucketCounts: trouble ? [0, 10, 0] : [10, 0, 0],
    }
    const metrics = [
      { name: 'http.requests', sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints: requests } },
      { name: 'http.duration', unit: 's', histogram: { aggregationTemporality: 1, dataPoints: [duration] } },
    ]
    const resource = { attributes: [text('service.name', 'pay')] }
    const body = { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] }
    expect((await signalbox.call('POST', '/v1/metrics', body)).status).to.equal(200)
  }
  const sendCheckIn = (status: string) =>
    sendEnvelope([
      '{}',
      '{"type":"check_in"}',
      JSON.stringify({ check_in_id: newEventId(), monitor_slug: 'backup', status }),
    ])
  const stored = (checkIns: number) =>
    eventually(async () => {
      expect(await signalbox.readColumn('check_ins', 'status')).to.have.length(checkIns)
      expect(await signalbox.readColumn('spans', 'span_id')).to.have.length(checkIns * 4)
      expect(await signalbox.readColumn('app_metrics', 'name')).to.have.length(checkIns)
      expect(await signalbox.readColumn('data_points', 'name')).to.have.length(checkIns * 3)
      expect(await signalbox.readColumn('metric_points', 'value')).to.have.length.at.least(checkIns * 6)
    })

  it('each kind opens an alert in an incident, for its subject only', async () => {
    for (const rule of rules(projectId)) await create(rule)
    for (const silence of silences(projectId)) await create({ ...silence, kind: 'absence', within_minutes: 5 })
    await judgeAt(began)
    expect(await firing()).to.deep.equal([])
    await send(Date.now(), true)
    for (const id of ['a', 'b', 'c']) await signalbox.sendEvent(id.repeat(32), 'boom')
    await stored(1)
    await eventually(async () => {
      expect(await signalbox.readColumn('events', 'message')).to.have.length(3)
      // The consumer reports an event's issue once the event is stored.
      expect((await signalbox.call('GET', '/api/v1/issues/')).body).to.have.property('total', 1)
    })
    await judgeAt(began + 2 * minute)
    expect(await firing()).to.have.members(rules(projectId).map(({ name }) => name))
  })

  it('names its subject, value and threshold', async () => {
    const { body } = await signalbox.call('GET', `${path}?state=firing&page_size=100`)
    const { alerts } = body as { alerts: Alert[] }
    const found = (name: string) => alerts.find(({ rule_name }) => rule_name === name)
    expect(found('crashes')).to.deep.include({ subject: 'prod/shop/pay-1/pay', value: 4, threshold: 1 })
    expect(found('memory')).to.deep.include({ subject: 'prod/shop/pay-1/pay', value: 0.99, threshold: 0.9 })
    expect(found('jobs')).to.deep.include({ subject: 'backup (production)', value: 1 })
    expect(found('failures')).to.deep.include({ subject: null, value: 1, threshold: 0.4 })
    expect(found('slow')).to.deep.include({ value: 900, threshold: 500 })
    expect(found('queue')).to.deep.include({ value: 50 })
    expect(found('requests')).to.deep.include({ subject: 'http.status=500', value: 3, threshold: 0.5 })
    expect(found('durations')?.value).to.be.closeTo(3.97, 1e-9)
  })

  it('resolves when the incident is over; a signal that stops fires, one that never existed does not', async () => {
    await send(began + 20 * minute, false)
    await stored(2)
    await judgeAt(began + 20 * minute + 1)
    // No application reports metrics with future timestamps: the metric is silent, so its rule has no data.
    const silent = ['silent project', 'silent job', 'silent metric']
    expect(await firing()).to.have.members([...silent, 'queue'])
    await judgeAt(began + 40 * minute)
    const known = silences(projectId).filter(({ service }) => service !== 'nobody')
    expect(await firing()).to.have.members([...known.map(({ name }) => name), 'queue'])
    await judgeAt(began + 2 * minute)
    const left = await firing()
    for (const name of ['queue', ...silent]) expect(left).to.not.include(name)
  })
})
