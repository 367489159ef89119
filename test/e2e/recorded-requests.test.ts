import { expect } from 'chai'
import type { ErrorEvent, TraceSummary } from '@signalbox/contracts'
import { eventually } from '../support/eventually.js'
import {
  readdress,
  readdressBody,
  readEdgeCases,
  readRecordedRequests,
  type ExpectedItem,
} from '../support/recorded-requests.js'
import { sendRecordedRequest, sendRequest } from '../conformance/send-request.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

describe('requests recorded from real SDKs', () => {
  let signalbox: SignalboxProcess
  let project: Project
  const errors = new Map<string, ErrorEvent>()
  const traces = new Map<string, TraceSummary>()

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('recorded')
  })
  after(() => signalbox.dispose())

  it('are answered as the protocol requires', async () => {
    for (const request of await readRecordedRequests()) {
      const answer = await sendRecordedRequest(request, signalbox.url, project)
      expect(answer.status, request.file).to.equal(request.expect.status)
      if (request.expect.body) expect(answer.body, request.file).to.deep.equal(request.expect.body)
      expect(answer.headers.get('access-control-allow-origin'), request.file).to.equal('*')
    }
  })

  it('are stored with the errors that the scripts raised', async () => {
    const expected = (await readRecordedRequests()).flatMap((request) => request.expect.items ?? [])
    const events = expected.filter((item) => item.item === 'event' || item.item === 'store-event')
    await eventually(async () => {
      const query = `?since=30d&limit=1000&project_id=${project.id}`
      const answer = await signalbox.get<{ events: ErrorEvent[] }>(`/api/v1/telemetry/query/errors/${query}`)
      for (const event of answer.events) errors.set(event.event_id, event)
      expect(answer.events).to.have.length(events.length)
    })
    for (const item of events) expectEvent(errors.get(item.event_id ?? ''), item)
  })

  it('yield traces with all their spans', async () => {
    const expected = (await readRecordedRequests()).flatMap((request) => request.expect.items ?? [])
    const spansByTrace = new Map<string, number>()
    for (const item of expected.filter(({ item }) => item === 'transaction' || item === 'span')) {
      const traceId = item.trace?.trace_id ?? item.trace_id ?? ''
      const count = item.item === 'transaction' ? (item.spans ?? []).length + 1 : (item.count ?? 0)
      spansByTrace.set(traceId, (spansByTrace.get(traceId) ?? 0) + count)
    }
    await eventually(async () => {
      const query = `?since=30d&limit=1000&project_id=${project.id}`
      const answer = await signalbox.get<{ traces: TraceSummary[] }>(`/api/v1/telemetry/query/traces/${query}`)
      for (const trace of answer.traces) traces.set(trace.trace_id, trace)
      expect(traces.size).to.equal(spansByTrace.size)
      // A trace's spans may arrive in several requests.
      for (const [traceId, count] of spansByTrace) expect(traces.get(traceId)?.span_count, traceId).to.equal(count)
    })
  })
})

function expectEvent(event: ErrorEvent | undefined, item: ExpectedItem): void {
  const id = item.event_id ?? ''
  if (!event) throw new Error(`event ${id} is not stored`)
  expect(event.level, id).to.equal(item.level)
  expect(event.platform, id).to.equal(item.platform)
  expect(event.release, id).to.equal(item.release ?? '')
  expect(event.environment, id).to.equal(item.environment ?? '')
  expect(event.trace_id, id).to.equal(item.trace?.trace_id ?? '')
  expect(event.exception_type, id).to.equal(item.main_exception?.type ?? '')
  expect(event.exception_value, id).to.equal(toStored(item.main_exception?.value))
  expect(event.fingerprint, id).to.match(/^[0-9a-f]{32}$/)
  if (item.sdk?.name) expect(event.sdk_name, id).to.equal(item.sdk.name)
  const message = typeof item.message === 'object' ? item.message.message : item.message
  if (message !== undefined) expect(event.message, id).to.equal(message)
  expect(event.tags, id).to.include(item.tags ?? {})
  if (item.main_exception) expect(event.stack_trace, id).to.contain(toStored(item.main_exception.value))
}

/** UTF-8 cannot represent lone surrogates: they are replaced. */
function toStored(text: string | null | undefined): string {
  return (text ?? '').replace(/\p{Surrogate}/gu, '\ufffd')
}

describe('edge-case requests', () => {
  let signalbox: SignalboxProcess
  let project: Project

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('edge')
  })
  after(() => signalbox.dispose())

  it('get the specified status and body', async () => {
    for (const edge of await readEdgeCases()) {
      const answer = await sendRequest(signalbox.url + readdress(edge.path, project), {
        method: edge.method,
        headers: Object.entries(edge.headers).map(([name, value]) => [name, readdress(value, project)]),
        body: readdressBody(edge.body, project),
      })
      expect(answer.status, edge.name).to.equal(edge.relay_status)
      if (edge.relay_body) expect(answer.body, edge.name).to.deep.equal(edge.relay_body)
    }
  })
})
