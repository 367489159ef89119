import { expect } from 'chai'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { kinds } from '../../../../src/kinds/index.js'
import { securityPipeline } from '../../../../src/kinds/error/security/process-security-item.js'
import { expectNoHarm } from '../../../support/hostile-items.js'
import { envelopeContext } from '../../../support/item-context.js'
import { receivedAt } from '../../../support/records.js'

const page = 'https://shop.example/cart?step=2'

function processReport(payload: unknown, header: Record<string, unknown> = {}) {
  return securityPipeline.process(payload, envelopeContext({ header: { type: 'raw_security', ...header }, payload }))
}

function rowsOf(payload: unknown, header?: Record<string, unknown>): readonly EventRow[] {
  return processReport(payload, header).rows.events ?? []
}

function rowOf(payload: unknown, header?: Record<string, unknown>): EventRow {
  const [row] = rowsOf(payload, header)
  if (row === undefined) throw new Error('no row')
  return row
}

function csp(fields: Record<string, unknown> = {}) {
  return {
    'csp-report': {
      'document-uri': page,
      referrer: 'https://search.example/',
      'violated-directive': "script-src 'self'",
      'effective-directive': 'script-src',
      'original-policy': "script-src 'self'; report-uri /csp",
      'blocked-uri': 'https://evil.example/a.js?session=1',
      ...fields,
    },
  }
}

interface StoredPayload {
  request?: { url?: string; headers?: Record<string, string> }
  extra?: Record<string, unknown>
}

describe('security reports', () => {
  it('are read from both item types', () => {
    expect(kinds.error.raw_security).to.equal(securityPipeline)
    expect(kinds.error.security).to.equal(securityPipeline)
  })

  it('become events that name what was blocked and where', () => {
    const row = rowOf(csp())
    expect(row).to.include({
      level: 'error',
      platform: 'javascript',
      logger: 'csp',
      message: "Blocked 'script' from 'evil.example'",
      title: "Blocked 'script' from 'evil.example'",
      culprit: 'script-src',
      exception_type: '',
      timestamp: receivedAt,
    })
    expect(row.tags).to.deep.equal({
      'effective-directive': 'script-src',
      'blocked-uri': 'https://evil.example/a.js',
    })
    const payload = JSON.parse(row.payload) as StoredPayload
    expect(payload.request?.url).to.equal('https://shop.example/cart')
    expect(payload.request?.headers).to.deep.equal({ Referer: 'https://search.example/' })
    expect(payload.extra?.['csp']).to.deep.include({ 'blocked-uri': 'https://evil.example/a.js?session=1' })
  })

  it('name what was blocked in a few words', () => {
    const messages: [Record<string, unknown>, string][] = [
      [{ 'blocked-uri': 'inline' }, "Blocked inline 'script'"],
      [{ 'blocked-uri': 'eval' }, "Blocked eval 'script'"],
      [{ 'blocked-uri': '' }, "Blocked 'script' from 'self'"],
      [{ 'blocked-uri': 'self' }, "Blocked 'script' from 'self'"],
      [{ 'blocked-uri': 'https://SHOP.example:443/x.js' }, "Blocked 'script' from 'self'"],
      [{ 'blocked-uri': 'data' }, "Blocked 'script' from 'data:'"],
      [{ 'blocked-uri': 'data:text/javascript,alert(1)' }, "Blocked 'script' from 'data:'"],
      [{ 'blocked-uri': 'blob' }, "Blocked 'script' from 'blob:'"],
      [{ 'blocked-uri': 'evil.example' }, "Blocked 'script' from 'evil.example'"],
      [{ 'blocked-uri': 'localhost:3000' }, "Blocked 'script' from 'localhost'"],
      [{ 'blocked-uri': 'https://u:p@evil.example:8443/x' }, "Blocked 'script' from 'evil.example'"],
      [{ 'blocked-uri': 'https://[2001:db8::1]:80/x' }, "Blocked 'script' from '[2001:db8::1]'"],
      [{ 'effective-directive': 'img-src' }, "Blocked 'image' from 'evil.example'"],
      [{ 'effective-directive': 'script-src-elem' }, "Blocked 'script' from 'evil.example'"],
      [{ 'effective-directive': 'form-action' }, "Blocked 'form action' from 'evil.example'"],
      [{ 'effective-directive': null }, "Blocked 'script' from 'evil.example'"],
    ]
    for (const [fields, message] of messages) {
      expect(rowOf(csp(fields)).message, JSON.stringify(fields)).to.equal(message)
    }
  })

  it('are one issue per directive and host, whatever the page, path, query or port', () => {
    const fingerprint = (fields: Record<string, unknown>) => rowOf(csp(fields)).fingerprint
    const first = fingerprint({})
    expect(fingerprint({ 'blocked-uri': 'http://evil.example:81/other.js#x' })).to.equal(first)
    expect(fingerprint({ 'document-uri': 'https://shop.example/other' })).to.equal(first)
    expect(fingerprint({ 'blocked-uri': 'https://other.example/a.js' })).to.not.equal(first)
    expect(fingerprint({ 'effective-directive': 'style-src' })).to.not.equal(first)
  })

  it('take release and environment from the item header', () => {
    expect(rowOf(csp(), { release: 'shop@1', environment: 'staging' })).to.include({
      release: 'shop@1',
      environment: 'staging',
    })
    expect(rowOf(csp(), { sentry_release: 'shop@2', sentry_environment: 'qa' })).to.include({
      release: 'shop@2',
      environment: 'qa',
    })
  })

  it('arrive from the Reporting API as lists, with each report an event with its own id', () => {
    const body = { documentURL: page, effectiveDirective: 'font-src', blockedURL: 'https://cdn.example/f.woff' }
    const report = { type: 'csp-violation', age: 5, url: page, user_agent: 'x', body }
    const payload = [report, { type: 'deprecation', body: {} }, { ...report, body: { ...body, blockedURL: 'inline' } }]
    const { rows, counts } = processReport(payload)
    expect(rows.events?.map(({ message }) => message)).to.deep.equal([
      "Blocked 'font' from 'cdn.example'",
      "Blocked inline 'font'",
    ])
    expect(new Set(rows.events?.map(({ event_id: id }) => id)).size).to.equal(2)
    expect(counts).to.deep.equal([
      { kind: 'error', outcome: 'dropped', reason: 'invalid_security_report', quantity: 1 },
      { kind: 'error', outcome: 'stored', reason: '', quantity: 2 },
    ])
    expect(securityPipeline.quantity(envelopeContext({ header: {}, payload }).item, payload)).to.equal(3)
    expect(processReport(payload)).to.deep.equal({ rows, counts })
  })

  it('are accepted up to a maximum per request', () => {
    const { rows, counts } = processReport(Array.from({ length: 130 }, () => csp()))
    expect(rows.events).to.have.length(100)
    expect(counts[0]).to.deep.equal({ kind: 'error', outcome: 'dropped', reason: 'too_large', quantity: 30 })
  })

  it('about certificates name their host', () => {
    const fields = { 'date-time': '2026-11-21T08:00:00Z', hostname: 'Shop.example', port: 443 }
    const reports: [string, unknown, string][] = [
      ['expectct', { 'expect-ct-report': fields }, "Expect-CT failed for 'shop.example'"],
      ['expectstaple', { 'expect-staple-report': fields }, "Expect-Staple failed for 'shop.example'"],
      ['hpkp', { ...fields, 'known-pins': ['x'] }, "Public key pinning validation failed for 'shop.example'"],
    ]
    for (const [type, payload, message] of reports) {
      const row = rowOf(payload)
      expect(row).to.include({ logger: type, message, culprit: 'shop.example' })
      expect(row.tags).to.deep.equal({ hostname: 'shop.example' })
      expect(JSON.parse(row.payload)).to.have.nested.property(`extra.${type}`)
    }
    expect(new Set(reports.map(([, payload]) => rowOf(payload).fingerprint)).size).to.equal(3)
  })

  it('are accepted without their wrapper object', () => {
    const report = { effective_directive: 'img-src', blocked_uri: 'https://evil.example/', document_uri: page }
    expect(rowOf({ type: 'csp', csp: report }).message).to.equal("Blocked 'image' from 'evil.example'")
  })

  it('are filtered by project settings', () => {
    const payload = csp()
    const context = envelopeContext({ header: { type: 'raw_security' }, payload })
    const filter = { ...context.rules.filter, findReason: () => 'filtered_release' as const }
    const result = securityPipeline.process(payload, { ...context, rules: { ...context.rules, filter } })
    expect(result).to.deep.equal({
      rows: { events: [] },
      counts: [{ kind: 'error', outcome: 'dropped', reason: 'filtered_release', quantity: 1 }],
    })
  })

  it('are invalid if they do not name what was blocked', () => {
    const directiveless = csp({ 'effective-directive': '', 'violated-directive': '' })
    for (const payload of [
      ...[null, [], {}, 'text', 5, directiveless, csp({ 'effective-directive': '<script>' })],
      ...[{ 'csp-report': [] }, { 'expect-ct-report': {} }, { type: 'csp-violation' }, { type: 'hpkp', hpkp: 1 }],
    ]) {
      expect(processReport(payload).counts, JSON.stringify(payload)).to.deep.equal([
        { kind: 'error', outcome: 'dropped', reason: 'invalid_security_report', quantity: 1 },
      ])
    }
  })

  it('never throw, whatever they contain', () => {
    expectNoHarm('raw_security', securityPipeline, [
      ...['csp-report', 'expect-ct-report', 'known-pins', 'hostname', 'type', 'body', 'csp'],
      ...['effective-directive', 'violated-directive', 'blocked-uri', 'document-uri', 'referrer'],
    ])
  })
})
