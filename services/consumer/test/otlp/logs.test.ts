import { expect } from 'chai'
import { nanoseconds, pairs, processRequest, receivedAt } from './otlp-items.js'

function processRecords(...logRecords: object[]) {
  const resource = { attributes: pairs({ 'service.name': 'checkout', 'telemetry.sdk.language': 'python' }) }
  return processRequest('logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
}

describe('OTLP log records', () => {
  it('become entries of their trace', () => {
    const trace = { traceId: '0AF7651916CD43DD8448EB211C80319C', spanId: 'b7ad6b7169203331' }
    const [result] = processRecords({
      timeUnixNano: nanoseconds(5),
      severityNumber: 17,
      severityText: 'SEVERE',
      body: { kvlistValue: { values: pairs({ order: 42 }) } },
      attributes: pairs({ shop: 'main', token: 'hunter2' }),
      ...trace,
    })
    expect(result?.rows.logs).to.deep.equal([
      {
        organization_id: 'organization-1',
        project_id: '',
        timestamp: (receivedAt - 5) * 1_000,
        sequence: 0,
        level: 'error',
        severity_number: 17,
        body: '{"order":42}',
        trace_id: trace.traceId.toLowerCase(),
        span_id: trace.spanId,
        service: 'checkout',
        release: '',
        environment: '',
        sdk_name: 'python',
        attributes: {
          shop: 'main',
          token: '[Filtered]',
          'otel.severity_text': 'SEVERE',
          'service.name': 'checkout',
          'telemetry.sdk.language': 'python',
        },
        received_at: receivedAt,
      },
    ])
  })

  it('take their severity from the number, else the text, else info', () => {
    const levels = processRecords(
      ...[1, 5, 9, 13, 17, 24].map((severityNumber) => ({ severityNumber, severityText: 'x' })),
      { severityText: 'WARNING' },
      {},
    )
    expect(levels.flatMap(({ rows }) => rows.logs ?? []).map(({ level }) => level)).to.deep.equal([
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'warn',
      'info',
    ])
  })

  it('take the observed time, else the receive time, if they have none', () => {
    const rows = processRecords({ observedTimeUnixNano: nanoseconds(70) }, {}).flatMap(
      (result) => result.rows.logs ?? [],
    )
    expect(rows.map(({ timestamp }) => timestamp)).to.deep.equal([(receivedAt - 70) * 1_000, receivedAt * 1_000])
    expect(rows.map(({ sequence }) => sequence)).to.deep.equal([0, 1])
  })

  it('are dropped and counted when malformed or too old', () => {
    const old = { timeUnixNano: nanoseconds(40 * 86_400_000) }
    const results = processRecords({ attributes: 5 }, old)
    expect(results.flatMap(({ counts }) => counts)).to.deep.equal([
      { kind: 'log', outcome: 'dropped', reason: 'invalid_log', quantity: 1 },
      { kind: 'log', outcome: 'dropped', reason: 'timestamp_too_old', quantity: 1 },
    ])
  })
})
