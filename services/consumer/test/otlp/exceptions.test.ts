import { defaultProjectSettings } from '@signalbox/contracts'
import { createRuleBudget } from '@signalbox/sentry-events'
import { checkRow } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { compileProjectRules } from '../../src/project/project-rules.js'
import { nanoseconds, pairs, processRequest, receivedAt } from './otlp-items.js'

const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const project = { id: 'project-1', number: 1, name: 'shop' }
const rules = compileProjectRules({ ...defaultProjectSettings, opentelemetry: { exceptions_as_errors: true } })
const asked = { meta: { project }, rules }

const javaStack = (order: number, line = 3) => `java.lang.IllegalStateException: card declined for order ${order}
	at shop.T.charge(T.java:${line})
	at java.base/java.lang.Iterable.forEach(Iterable.java:75)
	at shop.T.main(T.java:4)
Caused by: java.io.IOException: connection refused
	at shop.T.ask(T.java:2)
	... 3 more`

const thrown = (order: number, line?: number) =>
  pairs({
    'exception.type': 'java.lang.IllegalStateException',
    'exception.message': `card declined for order ${order}`,
    'exception.stacktrace': javaStack(order, line),
    'exception.escaped': 'true',
  })

const resource = {
  attributes: pairs({
    'service.name': 'checkout',
    'service.version': '1.4.2',
    'deployment.environment.name': 'staging',
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': 'java',
  }),
}

function processSpan(attributes: object[], options: Parameters<typeof processRequest>[2] = asked, spanId = ids.spanId) {
  const times = { startTimeUnixNano: nanoseconds(1_000), endTimeUnixNano: nanoseconds(900) }
  const events = [{ timeUnixNano: nanoseconds(950), name: 'exception', attributes }]
  const spans = [{ ...ids, spanId, ...times, name: 'POST /checkout', events }]
  return processRequest('traces', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }, options)
}

const rowOf = (results: ReturnType<typeof processRequest>) => results.flatMap(({ rows }) => rows.events ?? [])[0]!

describe('OTLP exceptions', () => {
  it('stay with their span by default', () => {
    for (const options of [{}, { meta: { project } }, { rules }]) {
      expect(processSpan(thrown(1), options).map(({ counts }) => counts[0]?.kind)).to.deep.equal(['span'])
    }
  })

  it('become errors of their trace with stack, causes, release and service, if the project enables it', () => {
    const results = processSpan(thrown(12))
    expect(results.map(({ counts }) => counts)).to.deep.equal([
      [{ kind: 'span', outcome: 'stored', reason: '', quantity: 1 }],
      [{ kind: 'error', outcome: 'stored', reason: '', quantity: 1 }],
    ])
    const row = rowOf(results)
    expect(row).to.deep.include({
      project_id: project.id,
      timestamp: receivedAt - 950,
      level: 'error',
      exception_type: 'IllegalStateException',
      exception_value: 'card declined for order 12',
      platform: 'java',
      release: '1.4.2',
      environment: 'staging',
      trace_id: ids.traceId,
      span_id: ids.spanId,
      transaction: 'POST /checkout',
      sdk_name: 'opentelemetry.java',
    })
    expect(row.stack_trace).to.match(/charge[^]*connection refused[^]*ask/)
    expect(row.tags).to.include({ 'service.name': 'checkout' })
    checkRow('events', row)
  })

  it('group by what happened, whatever the order and line', () => {
    const { fingerprint } = rowOf(processSpan(thrown(1)))
    expect(rowOf(processSpan(thrown(4711, 9))).fingerprint).to.equal(fingerprint)
    const other = pairs({ 'exception.type': 'java.io.IOException', 'exception.message': 'disk full' })
    expect(rowOf(processSpan(other)).fingerprint).not.to.equal(fingerprint)
  })

  it("use up the project's rule budget in a batch", () => {
    const grouping = { fingerprint_rules: 'type:IllegalStateException -> mine', in_app_rules: '' }
    const settings = { ...defaultProjectSettings, opentelemetry: { exceptions_as_errors: true }, grouping }
    const ruleBudget = createRuleBudget()
    const options = { ...asked, rules: compileProjectRules(settings), ruleBudget }
    const { fingerprint } = rowOf(processSpan(thrown(1), options))
    expect(ruleBudget.skippedEvents).to.equal(0)
    ruleBudget.left = -1_000_000
    expect(rowOf(processSpan(thrown(1), options)).fingerprint).not.to.equal(fingerprint)
    expect(ruleBudget.skippedEvents).to.equal(1)
  })

  it('are one event however many spans and log records report them', () => {
    const { event_id } = rowOf(processSpan(thrown(1)))
    expect(rowOf(processSpan(thrown(1), asked, 'aaaaaaaaaaaaaaaa')).event_id).to.equal(event_id)
    const record = { timeUnixNano: nanoseconds(5), body: { stringValue: 'failed' }, attributes: thrown(1), ...ids }
    const logs = processRequest('logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] }, asked)
    expect(logs.map(({ counts }) => counts[0]?.kind)).to.deep.equal(['log', 'error'])
    expect(rowOf(logs).event_id).to.equal(event_id)
    expect(rowOf(processSpan(thrown(2))).event_id).not.to.equal(event_id)
  })
})
