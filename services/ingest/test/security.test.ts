import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import { auth, madeEventId, post, startIngest, type IngestServer } from './ingest-server.js'

const cspReport = '{"csp-report":{"document-uri":"https://example.com/","violated-directive":"img-src"}}'
const reports = '[{"type":"csp-violation","url":"https://example.com/","body":{"effectiveDirective":"img-src"}}]'
const expectCt = '{"expect-ct-report":{"hostname":"example.com","port":443}}'
const hpkp = '{"hostname":"example.com","port":443,"noted-hostname":"example.com"}'
const expectStaple = '{"expect-staple-report":{"hostname":"example.com","port":443}}'

describe('POST /api/<n>/security/', () => {
  let server: IngestServer
  const send = (body: string, type: string, query = auth) =>
    post(`${server.url}/api/42/security/?${query}`, body, { 'Content-Type': type })
  const payloads = () => server.records('envelopes').map(({ value }) => Buffer.from(value).toString().split('\n')[2])

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  it('200 without a body: appends reports of every kind unchanged', async () => {
    const sent: [body: string, type: string][] = [
      [cspReport, 'application/csp-report'],
      [reports, 'application/reports+json'],
      [expectCt, 'application/expect-ct-report+json; charset=utf-8'],
      [expectCt, 'application/expect-ct-report'],
      [hpkp, 'Application/JSON'],
      [expectStaple, 'application/expect-staple-report'],
    ]
    for (const [body, type] of sent) {
      const answer = await send(body, type)
      expect(answer.status, type).to.equal(200)
      expect(answer.body, type).to.equal(null)
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*')
    }
    expect(payloads()).to.deep.equal(sent.map(([body]) => body))
  })

  it('wraps them in an envelope with release and environment', async () => {
    await send(cspReport, 'application/csp-report', `${auth}&sentry_release=app%401.0&sentry_environment=prod`)
    expect(server.envelopeMeta()).to.include({ form: 'envelope', encoding: 'identity', eventId: madeEventId })
    const { header, items } = server.envelope()
    expect(header.eventId).to.equal(madeEventId)
    expect(items[0]?.header).to.deep.equal({
      type: 'raw_security',
      content_type: 'application/csp-report',
      sentry_release: 'app@1.0',
      sentry_environment: 'prod',
      length: cspReport.length,
    })
  })

  it('is served as csp-report too, inflated if compressed', async () => {
    const headers = { 'Content-Type': 'application/csp-report', 'Content-Encoding': 'gzip' }
    const answer = await post(`${server.url}/api/42/csp-report/?${auth}`, gzipSync(cspReport), headers)
    expect(answer.status).to.equal(200)
    expect(payloads()).to.deep.equal([cspReport])
  })

  it('400, 401, 403, 413, 415: appends nothing', async () => {
    expect((await send('', 'application/csp-report')).status).to.equal(400)
    expect((await send(cspReport, 'application/csp-report', '')).status).to.equal(401)
    expect((await send(cspReport, 'application/csp-report', `sentry_key=${'f'.repeat(32)}`)).status).to.equal(403)
    expect((await send(' '.repeat(1024 * 1024 + 1), 'application/csp-report')).status).to.equal(413)
    for (const type of ['text/plain', 'application/x-sentry-envelope', '']) {
      expect((await send(cspReport, type)).status, type).to.equal(415)
    }
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('429: names the category security', async () => {
    await server.close()
    const projectQuotas = [{ categories: ['security' as const], limit: 0, window_seconds: 60 }]
    server = await startIngest({ owner: { projectQuotas } })
    const answer = await send(cspReport, 'application/csp-report')
    expect(answer.status).to.equal(429)
    expect(answer.headers.get('x-sentry-rate-limits')).to.equal('30:security:project:quota_exceeded')
    expect((await server.refused())[0]).to.include({ kind: 'error', reason: 'quota' })
  })
})

describe('POST /api/<n>/nel/', () => {
  it('200: appends network error logs to be counted', async () => {
    const server = await startIngest()
    const headers = { 'Content-Type': 'application/reports+json' }
    const answer = await post(`${server.url}/api/42/nel/?${auth}`, '[{"type":"network-error"}]', headers)
    expect(answer.status).to.equal(200)
    expect(server.envelope().items.map(({ type }) => type)).to.deep.equal(['nel'])
    expect(server.envelopeMeta()).not.to.have.property('eventId')
    await server.close()
  })
})
