import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

const minuteMs = 60_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A trace of two services: an HTTP request and its database query. */
function spansOf(traceId: string, startMs: number) {
  return [
    {
      trace_id: traceId,
      span_id: 'aaaaaaaaaaaaaaaa',
      parent_span_id: null,
      service: 'gateway',
      operation: 'GET /orders',
      start_time: iso(startMs),
      duration_ms: 120,
      status: 'ok',
      attributes: { 'http.method': 'GET', 'http.status_code': '200' },
    },
    {
      trace_id: traceId,
      span_id: 'bbbbbbbbbbbbbbbb',
      parent_span_id: 'aaaaaaaaaaaaaaaa',
      service: 'orders',
      operation: 'SELECT orders',
      start_time: iso(startMs + 10),
      duration_ms: 80,
      status: 'ok',
      attributes: {},
    },
  ]
}

/** One minute of a node with one pod, including capacity. */
function samplesAt(ms: number) {
  const labels = { timestamp: iso(ms), cluster: 'prod', node: 'node-1' }
  return [
    {
      ...labels,
      namespace: 'shop',
      pod: 'orders-7d9f-x1',
      container: 'orders',
      metrics: { cpu_usage_cores: 0.5, memory_usage_bytes: 2 ** 30, network_rx_bytes: 1000, network_tx_bytes: 2000 },
    },
    {
      ...labels,
      namespace: '',
      pod: '',
      container: '',
      metrics: { node_cpu_capacity_cores: 2, node_memory_capacity_bytes: 4 * 2 ** 30 },
    },
  ]
}

describe('every documented endpoint', () => {
  let signalbox: SignalboxProcess
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

  before(async () => {
    signalbox = await startSignalbox()
  })
  after(() => signalbox.dispose())

  it('POST and GET /api/v1/telemetry/projects/ create and list projects with a DSN', async () => {
    const created = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'shop' })
    expect(created.status).to.equal(201)
    expect(created.body).to.include({ name: 'shop', is_active: true })
    const listed = await signalbox.get<{ projects: { name: string; dsn: string }[] }>('/api/v1/telemetry/projects/')
    expect(listed.projects.map(({ name }) => name)).to.include('shop')
    for (const { dsn } of listed.projects) expect(dsn).to.match(/^http:\/\/[0-9a-f]{32}@127\.0\.0\.1:\d+\/\d+$/)
  })

  it('POST /api/v1/telemetry/metrics accepts samples, which the metrics query returns', async () => {
    const now = Date.now()
    const metrics = [samplesAt(now - 2 * minuteMs), samplesAt(now - minuteMs)].flat()
    const answer = await signalbox.call('POST', '/api/v1/telemetry/metrics', { metrics })
    expect(answer).to.include({ status: 202 })
    expect(answer.body).to.deep.equal({ accepted: 4, rejected: [] })
    for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      expect(Number(answer.headers.get(header)), header).to.be.greaterThan(0)
    }
    await eventually(async () => {
      const query = '?pod=orders-&namespace=shop&container=orders&cluster=prod&metric=cpu_usage_cores'
      const found = await signalbox.get<{ metrics: object[]; total: number }>(
        `/api/v1/telemetry/query/metrics/${query}`,
      )
      expect(found.total).to.equal(2)
      expect(found.metrics[0]).to.include({ metric_name: 'cpu_usage_cores', value: 0.5, pod: 'orders-7d9f-x1' })
    })
  })

  it('POST /api/v1/telemetry/spans accepts spans, which the traces query returns', async () => {
    const answer = await signalbox.call('POST', '/api/v1/telemetry/spans', {
      spans: [...spansOf(traceId, Date.now() - minuteMs), { trace_id: 'short' }],
    })
    expect(answer.status).to.equal(202)
    expect(answer.body).to.have.property('accepted', 2)
    expect(answer.body).to.have.nested.property('rejected[0].index', 2)
    await eventually(async () => {
      const query = '?service=orders&operation=SELECT%20orders&min_duration_ms=100'
      const found = await signalbox.get<{ traces: object[]; total: number }>(`/api/v1/telemetry/query/traces/${query}`)
      expect(found.total).to.equal(1)
      expect(found.traces[0]).to.deep.include({ trace_id: traceId, span_count: 2, services: ['gateway', 'orders'] })
    })
  })

  it('the cluster views return the same samples and spans', async () => {
    const overview = await signalbox.get<Record<string, object>>(
      '/api/v1/telemetry/query/cluster/overview/?hours_back=1',
    )
    expect(overview['cluster']).to.include({
      node_count: 1,
      total_pods: 1,
      cpu_used_percent: 25,
      memory_used_percent: 25,
    })
    expect(overview['pods_by_namespace']).to.deep.equal({ shop: 1 })
    expect(overview['http']).to.include({ request_count: 1, error_rate: 0, latency_p95: 120 })
    const nodes = await signalbox.get<object>('/api/v1/telemetry/query/cluster/nodes/')
    expect(nodes).to.include({ node_count: 1, hottest_node: 'node-1' })
    const top = await signalbox.get<{ top_consumers: object[] }>(
      '/api/v1/telemetry/query/cluster/top/?resource=memory&limit=5',
    )
    expect(top.top_consumers).to.have.length(1)
    expect(top.top_consumers[0]).to.include({
      namespace: 'shop',
      pod: 'orders-7d9f-x1',
      avg_percent: 25,
      max_percent: 25,
    })
  })

  it('the errors query, its alias and the statistics respond', async () => {
    const errors = await signalbox.get<object>(
      '/api/v1/telemetry/query/errors/?since=1h&level=error&search=x&limit=1&offset=0',
    )
    expect(errors).to.deep.equal({ events: [], total: 0, has_more: false })
    const recent = await signalbox.get<object>('/api/v1/telemetry/errors?action=recent&hours_back=24')
    expect(recent).to.deep.equal(errors)
    const stats = await signalbox.get<{ stats: Record<string, object>; period: object }>(
      '/api/v1/telemetry/query/stats/',
    )
    expect(stats.stats['metrics']).to.include({ containers: 1, pods: 1 })
    expect(stats.stats['traces']).to.deep.equal({ total: 1, avg_duration_ms: 120 })
    expect(stats.period).to.have.keys('start', 'end')
  })

  it('POST /api/v1/deployments/ starts a session that watches the deployment, unless disabled', async () => {
    const deployment = {
      deployment_request: 'Deploy shop 1.2.3',
      repository_full_name: 'acme/shop',
      commit_sha: 'abc1234',
    }
    const created = await signalbox.call('POST', '/api/v1/deployments/', deployment)
    expect(created.status).to.equal(201)
    expect(created.body).to.have.all.keys('id', 'status', 'created_at').and.include({ status: 'success' })
    const { id } = created.body as { id: string }
    const detail = await signalbox.get<{ session_id: string }>(`/api/v1/deployments/${id}/`)
    const session = await signalbox.get<object>(`/api/v1/agent/sessions/${detail.session_id}/`)
    expect(session).to.deep.include({ status: 'active', origin: { kind: 'deployment', id } })
    const unwatched = await signalbox.call('POST', '/api/v1/deployments/', { ...deployment, monitor: false })
    const quiet = await signalbox.get<object>(`/api/v1/deployments/${(unwatched.body as { id: string }).id}/`)
    expect(quiet).to.include({ session_id: null })
  })

  for (const path of ['/api/v1/agent/sessions/', '/api/v1/agent-sessions/']) {
    it(`POST ${path} starts a session`, async () => {
      const { status, body } = await signalbox.call('POST', path, {
        prompt: 'Why is checkout slow?',
        context: { a: 1 },
      })
      expect(status).to.equal(201)
      expect(body).to.have.all.keys('session_id', 'status', 'created_at', 'url').and.include({ status: 'active' })
      const { session_id, url } = body as { session_id: string; url: string }
      expect(url).to.equal(`/agents/${session_id}`)
    })
  }

  it('workflows are created, listed and run with their variables substituted', async () => {
    const workflow = { name: 'Look after', agent_name: 'triage', instruction: 'Look at {{ deployment.id }}' }
    const created = await signalbox.call('POST', '/api/v1/workflows/', workflow)
    expect(created.status).to.equal(201)
    const { id } = created.body as { id: string }
    const list = await signalbox.get<{ workflows: object[] }>('/api/v1/workflows/?name=look&page_size=1')
    expect(list).to.include({ count: 1, next: null, previous: null })
    expect(list.workflows[0]).to.include({ id, name: 'Look after', agent_name: 'triage', status: 'active' })
    const runs = `/api/v1/workflows/${id}/runs/`
    const run = await signalbox.call('POST', runs, { context: { deployment: { id: 'd-7' } }, trigger_name: 'by hand' })
    expect(run.status).to.equal(201)
    expect(run.body).to.include({ workflow: id, status: 'running', triggered_by: 'manual', trigger_name: 'by hand' })
    const { session_id, id: runId } = run.body as { session_id: string; id: string }
    expect(await signalbox.get<object>(`${runs}${runId}/`)).to.deep.include({ artifacts: { session_id } })
    expect(await signalbox.get<object>(`/api/v1/agent/sessions/${session_id}/`)).to.include({ prompt: 'Look at d-7' })
    // The session may have ended by now.
    await eventually(async () => {
      expect(await signalbox.get<object>(`${runs}?status=completed`)).to.include({ count: 1 })
    })
  })

  it('changes are recorded one by one, and listed with deployments', async () => {
    const changes = [
      { kind: 'commit', id: 'abc1234', occurred_at: iso(Date.now() - minuteMs), title: 'Pay faster', service: 'shop' },
      { kind: 'commit', id: '' },
    ]
    const { status, body } = await signalbox.call('POST', '/api/v1/changes/', { changes })
    expect(status).to.equal(202)
    expect(body).to.include({ accepted: 1 })
    const listed = await signalbox.get<{ changes: { kind: string }[] }>('/api/v1/changes/?since=1h')
    expect(listed.changes.map(({ kind }) => kind)).to.include.members(['commit', 'deployment'])
  })

  it('the Token scheme and paths without a trailing slash work the same', async () => {
    const res = await fetch(`${signalbox.url}/api/v1/telemetry/errors?action=search&query=nothing`, {
      headers: { authorization: `token ${signalbox.apiKey}` },
    })
    expect(res.status).to.equal(200)
  })

  it('requests without a valid key get a problem document', async () => {
    const res = await fetch(`${signalbox.url}/api/v1/telemetry/query/errors/`)
    expect(res.status).to.equal(401)
    expect(res.headers.get('www-authenticate')).to.equal('Bearer')
    expect(res.headers.get('content-type')).to.contain('application/problem+json')
  })

  it('the API describes itself', async () => {
    const document = await signalbox.get<{ openapi: string; paths: object }>('/api/v1/openapi.json')
    expect(document.openapi).to.match(/^3\.1/)
    expect(document.paths).to.include.keys('/api/v1/telemetry/query/errors/', '/api/v1/telemetry/metrics/')
    const page = await fetch(`${signalbox.url}/api/docs`)
    expect(page.status).to.equal(200)
  })
})

describe('stopping', () => {
  it('on SIGTERM finishes accepted requests, exits with 0 and has all data after the next start', async () => {
    const first = await startSignalbox()
    const spans = spansOf('11111111111111111111111111111111', Date.now() - minuteMs)
    expect((await first.call('POST', '/api/v1/telemetry/spans', { spans })).status).to.equal(202)
    expect(await first.stop()).to.equal(0)
    const second = await startSignalbox({ dataDirectory: first.dataDirectory })
    await eventually(async () => {
      const found = await second.get<{ total: number }>('/api/v1/telemetry/query/traces/')
      expect(found.total).to.equal(1)
    })
    await second.dispose()
    await first.dispose()
  })
})
