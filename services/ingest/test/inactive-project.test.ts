import { expect } from 'chai'
import { auth, post, startIngest, type IngestServer } from './ingest-server.js'

const detail = 'event submission rejected with_reason: the project is inactive'

describe('an inactive project', () => {
  let server: IngestServer
  const send = (path: string, body: string, type: string) =>
    post(`${server.url}/api/42/${path}/?${auth}`, body, { 'Content-Type': type })

  beforeEach(async () => (server = await startIngest({ owner: { isProjectInactive: true } })))
  afterEach(() => server.close())

  it('403 with the reason, on every route; the ledger counts rejected items', async () => {
    const log = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] }
    const answers = [
      await send('envelope', '{}\n{"type":"event"}\n{}\n', 'application/x-sentry-envelope'),
      await send('store', '{}', 'application/json'),
      await send('integration/otlp/v1/logs', JSON.stringify(log), 'application/json'),
    ]
    for (const { status, body } of answers) {
      expect(status).to.equal(403)
      expect(JSON.stringify(body)).to.include(detail)
    }
    const refused = (await server.refused()).map(({ kind, outcome, reason, quantity }) => [
      kind,
      outcome,
      reason,
      quantity,
    ])
    expect(refused).to.deep.equal([
      ['error', 'dropped', 'project_inactive', 2],
      ['log', 'dropped', 'project_inactive', 1],
    ])
    for (const topic of ['envelopes', 'otlp'] as const) expect(server.records(topic)).to.deep.equal([])
  })
})
