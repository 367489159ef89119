import { NodeClient, Scope, defaultStackParser, makeNodeTransport } from '@sentry/node'
import { expect } from 'chai'
import { publicKey, startIngest, type IngestServer } from './ingest-server.js'

describe('an SDK over a quota', () => {
  let server: IngestServer
  let client: NodeClient
  const types = () =>
    server
      .records('envelopes')
      .map(({ value }) => /"type":"(\w+)"/.exec(Buffer.from(value).toString().split('\n')[1] ?? '')?.[1])

  beforeEach(async () => {
    server = await startIngest({
      owner: { projectQuotas: [{ categories: ['error'], limit: 1, window_seconds: 3_600 }] },
    })
    client = new NodeClient({
      dsn: server.url.replace('//', `//${publicKey}@`) + '/42',
      transport: makeNodeTransport,
      stackParser: defaultStackParser,
      integrations: [],
    })
    client.init()
  })
  afterEach(async () => {
    await client.close(1_000)
    await server.close()
  })

  it('holds back what the quota rejects and sends the rest', async () => {
    const scope = new Scope()
    for (let sent = 0; sent < 4; sent += 1) {
      client.captureException(new Error('again'), {}, scope)
      await client.flush(2_000)
    }
    client.captureCheckIn({ monitorSlug: 'nightly', status: 'ok' }, undefined, scope)
    await client.flush(2_000)
    expect(types()).to.deep.equal(['event', 'check_in'])
    // The second was rejected; the third and fourth were never sent.
    expect((await server.refused()).map(({ kind, quantity }) => [kind, quantity])).to.deep.equal([['error', 1]])
  })
})
