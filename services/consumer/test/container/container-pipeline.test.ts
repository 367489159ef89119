import { expect } from 'chai'
import fc from 'fast-check'
import { defaultProjectSettings } from '@signalbox/contracts'
import { checkRow } from '@signalbox/telemetry-store/rows'
import { appMetricPipeline } from '../../src/kinds/app-metric/process-app-metric.js'
import type { EnvelopeItemContext } from '../../src/pipeline/kind-pipeline.js'
import { logPipeline } from '../../src/kinds/log/process-log.js'
import { compileProjectRules } from '../../src/project/project-rules.js'
import { entrySeconds, logContainer, logEntry, measurement, metricContainer, wrap } from '../support/containers.js'
import { envelopeContext } from '../support/item-context.js'
import { receivedAt, retentionDays, type EnvelopeItemText } from '../support/records.js'

const hour = 3_600_000
const day = 24 * hour

function processLogs(item: EnvelopeItemText, change: (context: EnvelopeItemContext) => EnvelopeItemContext = (c) => c) {
  return logPipeline.process(item.payload, change(envelopeContext(item)))
}

function attributesOf(attributes: unknown): Record<string, string> {
  return processLogs(logContainer([logEntry({ attributes })])).rows.logs![0]!.attributes
}

/** An entry's time in milliseconds, or why it was dropped. */
function timeOf(timestamp: unknown, sentAt: number | undefined = receivedAt): number | string {
  const item = logContainer([logEntry({ timestamp })])
  const { rows, counts } = logPipeline.process(item.payload, envelopeContext(item, sentAt))
  const row = rows.logs![0]
  return row === undefined ? counts[0]!.reason : row.timestamp / 1_000
}

describe('createContainerPipeline', () => {
  describe('opening a container', () => {
    it('drops one that does not match its declared count, by that count', () => {
      for (const promised of [2, 0, '1', undefined]) {
        const { header, payload } = logContainer([logEntry()])
        const { rows, counts } = processLogs({ header: { ...header, item_count: promised }, payload })
        const quantity = promised === 2 ? 2 : 1
        expect(rows).to.deep.equal({})
        expect(counts).to.deep.equal([{ kind: 'log', outcome: 'dropped', reason: 'invalid_item_count', quantity }])
      }
    })

    it('drops one without the exact content type', () => {
      for (const content_type of [
        undefined,
        'application/json',
        'application/vnd.sentry.items.log+json; charset=utf-8',
      ]) {
        const { header, payload } = logContainer([logEntry(), logEntry()])
        const { counts } = processLogs({ header: { ...header, content_type }, payload })
        expect(counts).to.deep.equal([{ kind: 'log', outcome: 'dropped', reason: 'invalid_log', quantity: 2 }])
      }
    })

    it('drops one without entries', () => {
      const { header } = logContainer([logEntry(), logEntry()])
      for (const payload of [null, [], {}, { items: {} }, 'text']) {
        expect(processLogs({ header, payload }).counts[0]).to.include({ reason: 'invalid_log', quantity: 2 })
      }
      expect(processLogs(logContainer([])).counts[0]).to.include({ reason: 'invalid_log', quantity: 1 })
    })

    it('accepts any version and unknown keys', () => {
      for (const extra of [{}, { version: 2 }, { version: 99 }, { next: {} }]) {
        expect(processLogs(logContainer([logEntry()], extra)).rows.logs).to.have.length(1)
      }
    })
  })

  describe('times', () => {
    it('retain microseconds of seconds and of text', () => {
      const { rows } = processLogs(
        logContainer([
          logEntry({ timestamp: 1_795_248_029.123456 }),
          logEntry({ timestamp: '2026-11-21T09:00:29.123456789+01:00' }),
        ]),
      )
      expect(rows.logs?.map(({ timestamp }) => timestamp)).to.deep.equal([1_795_248_029_123_456, 1_795_248_029_123_456])
    })

    it('older than the retention or more than an hour ahead drop the entry', () => {
      expect(timeOf((receivedAt - 31 * day) / 1_000)).to.equal('timestamp_too_old')
      expect(timeOf((receivedAt + hour + 1_000) / 1_000)).to.equal('timestamp_in_future')
      expect(timeOf((receivedAt - 29 * day) / 1_000)).to.equal(receivedAt - 29 * day)
    })

    it('up to an hour ahead are set to the receive time', () => {
      expect(timeOf((receivedAt + hour / 2) / 1_000)).to.equal(receivedAt)
    })

    it("are corrected by the sender's clock drift of hours", () => {
      const offMs = 5 * hour
      expect(timeOf((receivedAt + offMs - 1_000) / 1_000, receivedAt + offMs)).to.equal(receivedAt - 1_000)
      expect(timeOf((receivedAt - 40 * day - 1_000) / 1_000, receivedAt - 40 * day)).to.equal(receivedAt - 1_000)
    })

    it("follow each kind's own retention", () => {
      const timestamp = (receivedAt - 10 * day) / 1_000
      const item = metricContainer([measurement({ timestamp })])
      const context = { ...envelopeContext(item), retentionDays: { ...retentionDays, metrics: 7 } }
      expect(appMetricPipeline.process(item.payload, context).counts[0]?.reason).to.equal('timestamp_too_old')
      const logs = logContainer([logEntry({ timestamp })])
      expect(
        logPipeline.process(logs.payload, { ...context, item: envelopeContext(logs).item }).rows.logs,
      ).to.have.length(1)
    })
  })

  describe('attributes', () => {
    it('retain values of every type as text', () => {
      const attributes = {
        text: { value: 'a', type: 'string' },
        integer: { value: 3, type: 'integer' },
        double: { value: 0.5, type: 'double', unit: 'second' },
        boolean: { value: true, type: 'boolean' },
        list: { value: ['a', 1], type: 'array' },
        object: { value: { a: null }, type: 'object' },
        lies: { value: 'seven', type: 'integer' },
        bare: 'b',
        none: { value: null, type: 'string' },
        empty: {},
      }
      expect(attributesOf(attributes)).to.deep.equal({
        text: 'a',
        integer: '3',
        double: '0.5',
        boolean: 'true',
        list: '["a",1]',
        object: '{"a":null}',
        lies: 'seven',
        bare: 'b',
      })
    })

    it('exclude integers beyond 64 bits, but not fractions of that size', () => {
      const attributes = {
        beyond: { value: 2 ** 63, type: 'integer' },
        below: { value: -(2 ** 64), type: 'integer' },
        least: { value: -(2 ** 63), type: 'integer' },
        large: { value: 1e300, type: 'double' },
      }
      expect(Object.keys(attributesOf(attributes))).to.deep.equal(['least', 'large'])
    })

    it('that are not an object count as none', () => {
      for (const attributes of [undefined, null, [], 'text', 7]) expect(attributesOf(attributes)).to.deep.equal({})
    })

    it('are limited in number', () => {
      const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, { value: index }]))
      expect(Object.keys(attributesOf(many))).to.have.length(256)
    })

    it('beyond the limit still provide the origin, and an invalid release is left out', () => {
      const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, { value: index }]))
      const named = { ...many, ...wrap({ 'service.name': 'web', 'sentry.release': 'latest' }) }
      const [row] = processLogs(logContainer([logEntry({ attributes: named })])).rows.logs!
      expect(row).to.include({ service: 'web', release: '' })
    })

    it('provide the span if the entry has none', () => {
      const attributes = wrap({ 'sentry.trace.parent_span_id': 'c'.repeat(16) })
      const entries = [
        logEntry({ attributes }),
        logEntry({ attributes, span_id: 'd'.repeat(16) }),
        logEntry({ span_id: 'x' }),
      ]
      expect(processLogs(logContainer(entries)).rows.logs?.map(({ span_id }) => span_id)).to.deep.equal([
        'c'.repeat(16),
        'd'.repeat(16),
        '',
      ])
    })

    it("provide the envelope's SDK if the entry names none", () => {
      const [row] = processLogs(logContainer([logEntry()]), (context) => ({
        ...context,
        header: { ...context.header, fields: { sdk: { name: 'sentry.javascript.browser', version: '11.0.0' } } },
      })).rows.logs!
      expect(row?.sdk_name).to.equal('sentry.javascript.browser')
    })
  })

  describe('server-side attributes', () => {
    const settings = { version: 2, ingest_settings: { infer_ip: 'auto', infer_user_agent: 'auto' } }

    function inferred(
      payload: Record<string, unknown>,
      attributes: Record<string, unknown> = {},
      keepsAddresses = true,
    ): Record<string, string> {
      const item = logContainer([logEntry({ attributes: wrap(attributes) })], payload)
      const scrubbing = { ...defaultProjectSettings.scrubbing, store_ip_addresses: keepsAddresses }
      const { rows } = processLogs(item, (context) => ({
        ...context,
        meta: { ...context.meta, clientIp: '203.0.113.7', userAgent: 'Browser/1' },
        rules: compileProjectRules({ ...defaultProjectSettings, scrubbing }),
      }))
      return rows.logs![0]!.attributes
    }

    it('include address and user agent only if a version 2 container requests them', () => {
      expect(inferred(settings)).to.deep.equal({ 'user.ip_address': '203.0.113.7', 'user_agent.original': 'Browser/1' })
      const silent = [
        {},
        { version: 2 },
        { ...settings, version: 1 },
        { ...settings, version: undefined },
        { version: 2, ingest_settings: { infer_ip: 'never', infer_user_agent: 'never' } },
        { version: 2, ingest_settings: 'auto' },
      ]
      for (const payload of silent) expect(inferred(payload), JSON.stringify(payload)).to.deep.equal({})
    })

    it("never replace the entry's own, but fill in {{auto}}", () => {
      expect(inferred(settings, { 'user.ip_address': '198.51.100.1' })).to.include({
        'user.ip_address': '198.51.100.1',
      })
      expect(inferred(settings, { 'user.ip_address': '{{auto}}' })).to.include({ 'user.ip_address': '203.0.113.7' })
      expect(inferred({}, { 'user.ip_address': '{{auto}}' })).to.deep.equal({})
    })

    it('include no address if the project stores none', () => {
      expect(inferred(settings, {}, false)).to.deep.equal({ 'user_agent.original': 'Browser/1' })
      expect(inferred({}, { 'user.ip_address': '198.51.100.1' }, false)).to.deep.equal({})
    })
  })

  it("drop entries according to the project's filters", () => {
    const item = logContainer([
      logEntry({ attributes: wrap({ 'sentry.release': 'bad@1' }) }),
      logEntry({ attributes: wrap({ 'sentry.release': 'good@1' }) }),
      logEntry({ attributes: wrap({ 'sentry.release': 'bad@1' }) }),
    ])
    const filter = {
      findReason: () => undefined,
      findItemReason: ({ release }: { release: string }) =>
        release.startsWith('bad') ? ('filtered_release' as const) : undefined,
    }
    const { rows, counts } = processLogs(item, (context) => ({ ...context, rules: { ...context.rules, filter } }))
    expect(rows.logs?.map(({ release }) => release)).to.deep.equal(['good@1'])
    expect(counts[1]).to.deep.equal({ kind: 'log', outcome: 'dropped', reason: 'filtered_release', quantity: 2 })
  })

  it('are deterministic, and every entry is stored or counted, whatever it contains', () => {
    const values = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('\ud800', '__proto__', entrySeconds, 1e308))
    const names = ['timestamp', 'trace_id', 'span_id', 'level', 'body', 'name', 'type', 'value', 'unit', 'attributes']
    const attributes = fc.dictionary(fc.string(), fc.oneof(values, fc.record({ value: values, type: values })))
    const fields = fc.dictionary(fc.constantFrom(...names), fc.oneof(values, attributes))
    const good = fc.constantFrom(logEntry(), measurement())
    const entries = fc.array(
      fc.oneof(
        values,
        fields,
        fc.tuple(good, fields).map(([a, b]) => ({ ...a, ...b })),
      ),
    )
    const property = fc.property(entries, (sent) => {
      const items: unknown[] = JSON.parse(JSON.stringify(sent)) as unknown[]
      const ofLogs = [logPipeline, logContainer(items)] as const
      const ofMetrics = [appMetricPipeline, metricContainer(items)] as const
      for (const [pipeline, item] of [ofLogs, ofMetrics]) {
        const context = envelopeContext(item)
        const result = pipeline.process(item.payload, context)
        for (const row of result.rows.logs ?? []) checkRow('logs', row)
        for (const row of result.rows.app_metrics ?? []) checkRow('app_metrics', row)
        expect(result.counts.reduce((sum, { quantity }) => sum + quantity, 0)).to.equal(Math.max(1, items.length))
        expect(pipeline.process(item.payload, context)).to.deep.equal(result)
      }
    })
    fc.assert(property, { numRuns: 200 })
  })
})
