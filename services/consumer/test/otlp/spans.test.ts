import { readFileSync } from 'node:fs'
import { checkRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { nanoseconds, pairs, processRequest, receivedAt, type RequestOptions } from './otlp-items.js'

const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const times = { startTimeUnixNano: nanoseconds(1_000), endTimeUnixNano: nanoseconds(900) }

function processSpan(span: object, resource: Record<string, string> = {}, options: RequestOptions = {}) {
  const scopeSpans = [{ scope: { name: 'lib', version: '2' }, spans: [{ ...ids, ...times, name: 'work', ...span }] }]
  const body = { resourceSpans: [{ resource: { attributes: pairs(resource) }, scopeSpans }] }
  const [result] = processRequest('traces', body, options)
  return { row: result?.rows.spans?.[0], roots: result?.rows.root_spans, counts: result?.counts }
}

describe('OTLP spans', () => {
  it('have stable times, so that new ones are not looked up in the store', () => {
    const scopeSpans = [{ spans: [{ ...ids, ...times, name: 'work' }] }]
    expect(processRequest('traces', { resourceSpans: [{ scopeSpans }] })[0]).to.include({ hasOwnTimes: true })
  })

  it('become rows with service, sender and events', () => {
    const { row, roots } = processSpan(
      {
        kind: 2,
        traceState: 'a=b',
        status: { code: 2, message: 'no stock' },
        attributes: pairs({ 'http.request.method': 'GET', 'http.response.status_code': '503' }),
        events: [{ timeUnixNano: nanoseconds(950), name: 'retry', attributes: pairs({ attempt: 2 }) }],
        links: [{ ...ids, attributes: pairs({ why: 'batch' }) }],
      },
      {
        'service.name': 'checkout',
        'service.version': '1.4.2',
        'k8s.pod.name': 'web-1',
        'deployment.environment.name': 'staging',
      },
    )
    expect(row).to.deep.include({
      organization_id: 'organization-1',
      project_id: '',
      trace_id: ids.traceId,
      span_id: ids.spanId,
      parent_span_id: '',
      service: 'checkout',
      operation: 'work',
      duration_us: 100_000,
      status: 'error',
      is_http_entry: 1,
      http_status: 503,
      resource: {
        'service.name': 'checkout',
        'service.version': '1.4.2',
        'k8s.pod.name': 'web-1',
        'deployment.environment.name': 'staging',
      },
    })
    expect(row?.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'http.response.status_code': '503',
      'http.method': 'GET',
      'http.status_code': '503',
      'span.kind': 'server',
      'sentry.op': 'http.server',
      'otel.status_description': 'no stock',
      'otel.trace_state': 'a=b',
      'otel.scope.name': 'lib',
      'otel.scope.version': '2',
      'service.version': '1.4.2',
      'k8s.pod.name': 'web-1',
      'deployment.environment.name': 'staging',
      'sentry.release': '1.4.2',
      'sentry.environment': 'staging',
    })
    expect(JSON.parse(row?.events ?? '')).to.deep.equal([
      { time_us: (receivedAt - 950) * 1_000, name: 'retry', attributes: { attempt: '2' } },
    ])
    expect(JSON.parse(row?.links ?? '')).to.deep.equal([
      { trace_id: ids.traceId, span_id: ids.spanId, attributes: { why: 'batch' } },
    ])
    expect(roots).to.have.length(1)
  })

  it('map older semantic conventions to current names too', () => {
    const sent = {
      'http.method': 'POST',
      'http.status_code': '201',
      'http.scheme': 'https',
      'http.host': 'shop.example:8443',
      'http.target': '/orders?page=2',
      'net.host.name': '10.0.0.1',
      'net.peer.name': 'browser',
      'db.system': 'postgresql',
      'db.statement': 'SELECT 1',
    }
    const { row } = processSpan({ kind: 2, attributes: pairs(sent) })
    expect(row?.attributes).to.include({
      ...sent,
      'http.request.method': 'POST',
      'http.response.status_code': '201',
      'url.scheme': 'https',
      'server.address': 'shop.example',
      'server.port': '8443',
      'client.address': 'browser',
      'url.path': '/orders',
      'url.query': 'page=2',
      'url.full': 'https://shop.example:8443/orders?page=2',
      'http.url': 'https://shop.example:8443/orders?page=2',
      'db.system.name': 'postgresql',
      'db.query.text': 'SELECT 1',
    })
    expect(row).to.include({ is_http_entry: 1, http_status: 201 })
    const ofClient = processSpan({ kind: 3, attributes: pairs({ 'net.peer.name': 'db', 'net.peer.port': '5432' }) })
    expect(ofClient.row?.attributes).to.include({ 'server.address': 'db', 'server.port': '5432' })
    expect(ofClient.row?.attributes).to.not.have.property('client.address')
  })

  it('map current semantic conventions to the most queried older names too', () => {
    const sent = {
      'http.request.method': 'GET',
      'http.response.status_code': '404',
      'url.scheme': 'https',
      'server.address': 'a',
      'server.port': '80',
      'url.path': '/b',
      'url.query': '?c=d',
      'db.system.name': 'redis',
    }
    expect(processSpan({ attributes: pairs(sent) }).row?.attributes).to.include({
      ...sent,
      'http.method': 'GET',
      'http.status_code': '404',
      'url.full': 'https://a:80/b?c=d',
      'http.url': 'https://a:80/b?c=d',
      'db.system': 'redis',
    })
    const both = { 'http.method': 'GET', 'http.request.method': 'POST' }
    expect(processSpan({ attributes: pairs(both) }).row?.attributes).to.include(both)
  })

  it("belong to the DSN's project, whose name replaces the service's", () => {
    const meta = { project: { id: 'project-1', number: 42, name: 'shop' } }
    expect(processSpan({}, {}, { meta }).row).to.include({ project_id: 'project-1', service: 'shop' })
    expect(processSpan({}).row).to.include({ project_id: '', service: 'unknown_service' })
  })

  it('are dropped and counted without valid ids, malformed, too old or from the future', () => {
    const counted = (span: object) => processSpan(span).counts?.map(({ outcome, reason }) => `${outcome} ${reason}`)
    expect(counted({ traceId: '0'.repeat(32) })).to.deep.equal(['dropped invalid_span'])
    expect(counted({ spanId: 'abc' })).to.deep.equal(['dropped invalid_span'])
    expect(counted({ attributes: [{ key: 5 }] })).to.deep.equal(['dropped invalid_span'])
    expect(counted({ startTimeUnixNano: undefined })).to.deep.equal(['dropped timestamp_too_old'])
    expect(counted({ startTimeUnixNano: nanoseconds(-7_200_000) })).to.deep.equal(['dropped timestamp_in_future'])
  })

  it('are accepted with an invalid parent, and with an end before the start', () => {
    const { row } = processSpan({ parentSpanId: '12', endTimeUnixNano: nanoseconds(5_000) })
    expect(row).to.include({ parent_span_id: '', duration_us: 0 })
  })

  it('are scrubbed in attributes, events, links and the resource', () => {
    const secret = { password: 'hunter2' }
    const { row } = processSpan(
      {
        attributes: pairs(secret),
        events: [{ name: 'e', attributes: pairs(secret) }],
        links: [{ ...ids, attributes: pairs(secret) }],
      },
      secret,
    )
    expect(JSON.stringify(row)).to.include('[Filtered]').and.not.include('hunter2')
  })

  it('of a real SDK are the same rows in either encoding', () => {
    const read = (name: string) => readFileSync(new URL(`../../../../test/fixtures/otlp/${name}`, import.meta.url))
    const fromProtobuf = processRequest('traces', read('proto-004-traces.pb')).flatMap(({ rows }) => rows.spans ?? [])
    expect(fromProtobuf).to.have.length.greaterThan(5)
    for (const row of fromProtobuf) checkRow('spans', row)
    const json = JSON.parse(read('http-004-traces.json').toString()) as object
    const fromJson = processRequest('traces', json).flatMap(({ rows }) => rows.spans ?? [])
    const shape = (rows: typeof fromJson) =>
      rows.map(({ operation, service, status }) => `${service} ${operation} ${status}`)
    expect(shape(fromProtobuf).sort()).to.deep.equal(shape(fromJson).sort())
  })
})
