import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import type { LogRow } from '@signalbox/telemetry-store/rows'
import { logPipeline } from '../../../src/kinds/log/process-log.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { entrySeconds, logContainer, logEntry, wrap } from '../../support/containers.js'
import { envelopeContext } from '../../support/item-context.js'
import { receivedAt, traceId } from '../../support/records.js'

function process(entries: readonly unknown[]) {
  const item = logContainer(entries)
  return logPipeline.process(item.payload, envelopeContext(item))
}

function rowOf(fields: Record<string, unknown>): LogRow {
  return process([logEntry(fields)]).rows.logs![0]!
}

describe('logPipeline', () => {
  it('stores every field of an entry', () => {
    const attributes = {
      ...wrap({ 'sentry.release': 'shop@1.2.3', 'sentry.environment': 'staging', 'sentry.sdk.name': 'sentry.python' }),
      'service.name': { value: 'checkout', type: 'string' },
      'sentry.timestamp.sequence': { value: 3, type: 'integer' },
      'sentry.message.template': { value: 'order {id}', type: 'string' },
    }
    const row = rowOf({ span_id: 'B'.repeat(16), level: 'error', severity_number: 18, body: 'order 7', attributes })
    expect(row).to.deep.equal({
      organization_id: 'org-1',
      project_id: 'project-1',
      timestamp: entrySeconds * 1_000_000,
      sequence: 3,
      level: 'error',
      severity_number: 18,
      body: 'order 7',
      trace_id: traceId,
      span_id: 'b'.repeat(16),
      service: 'checkout',
      release: 'shop@1.2.3',
      environment: 'staging',
      sdk_name: 'sentry.python',
      attributes: {
        'sentry.release': 'shop@1.2.3',
        'sentry.environment': 'staging',
        'sentry.sdk.name': 'sentry.python',
        'service.name': 'checkout',
        'sentry.timestamp.sequence': '3',
        'sentry.message.template': 'order {id}',
      },
      received_at: receivedAt,
    })
  })

  it('stores an entry with only a time', () => {
    expect(process([{ timestamp: entrySeconds }]).rows.logs![0]).to.include({
      body: '',
      level: 'info',
      severity_number: 9,
      trace_id: '',
      span_id: '',
      sequence: 0,
      service: 'shop',
      release: '',
      environment: '',
      sdk_name: '',
    })
  })

  it('stores bodies of any JSON type as text', () => {
    const bodies: [unknown, string][] = [
      ['text', 'text'],
      [42, '42'],
      [false, 'false'],
      [null, ''],
      [{ a: [1] }, '{"a":[1]}'],
      [['x', null], '["x",null]'],
    ]
    for (const [body, text] of bodies) expect(rowOf({ body }).body).to.equal(text)
  })

  it('shortens a long body', () => {
    expect(rowOf({ body: 'x'.repeat(limits.log.bodyLengthMax + 1) }).body).to.have.length(limits.log.bodyLengthMax)
  })

  it('reads severity as fields and as attributes', () => {
    const python = {
      'sentry.severity_number': { value: 17, type: 'integer' },
      'sentry.severity_text': { value: 'error', type: 'string' },
    }
    expect(rowOf({ level: undefined, attributes: python })).to.include({ level: 'error', severity_number: 17 })
    expect(rowOf({ level: 'warning' })).to.include({ level: 'warn', severity_number: 13 })
  })

  it('scrubs secrets from body and attributes', () => {
    const row = rowOf({ body: 'paid with 4111 1111 1111 1111', attributes: wrap({ password: 'hunter2', plan: 'pro' }) })
    expect(row.body).not.to.contain('4111')
    expect(row.attributes).to.deep.equal({ password: '[Filtered]', plan: 'pro' })
  })

  it('drops entries without a time and invalid ones, one by one', () => {
    const bad = [logEntry({ timestamp: undefined }), logEntry({ timestamp: 'soon' }), logEntry({ timestamp: -1 })]
    const { rows, counts } = process([logEntry(), ...bad, null, 'text', [], logEntry()])
    expect(rows.logs).to.have.length(2)
    expect(counts).to.deep.equal([
      { kind: 'log', outcome: 'stored', reason: '', quantity: 2 },
      { kind: 'log', outcome: 'dropped', reason: 'invalid_log', quantity: 6 },
    ])
  })

  it('accepts more entries than SDKs send at once, up to the limit', () => {
    expect(process(Array.from({ length: 1_500 }, () => logEntry())).rows.logs).to.have.length(1_500)
    const { rows, counts } = process(new Array<unknown>(limits.log.entriesMax + 2).fill({ timestamp: entrySeconds }))
    expect(rows.logs).to.have.length(limits.log.entriesMax)
    expect(counts[1]).to.deep.equal({ kind: 'log', outcome: 'dropped', reason: 'too_large', quantity: 2 })
  })

  it('never throws, whatever is sent', () => {
    expectNoHarm('log', logPipeline, ['items', 'version', 'ingest_settings', 'item_count', 'content_type'])
  })
})
