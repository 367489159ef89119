import { expect } from 'chai'
import { auth, post, startIngest, type IngestServer } from './ingest-server.js'

const event = '{}\n{"type":"event"}\n{}\n'
const detail = 'event submission rejected with_reason: Cors'

describe("a project's allowed domains", () => {
  let server: IngestServer
  const send = (headers: Record<string, string>, path = 'envelope', body = event) =>
    post(`${server.url}/api/42/${path}/?${auth}`, body, headers)

  beforeEach(
    async () => (server = await startIngest({ owner: { allowedDomains: ['*.example.com', 'localhost:3000'] } })),
  )
  afterEach(() => server.close())

  it('200: pages of these domains and senders other than browsers', async () => {
    for (const headers of [{ Origin: 'https://shop.example.com' }, { Referer: 'http://localhost:3000/a' }, {}]) {
      expect((await send(headers)).status).to.equal(200)
    }
  })

  it('403: other pages, which can read the response; their items are counted', async () => {
    const answer = await send({ Origin: 'https://evil.test' })
    expect(answer.status).to.equal(403)
    expect(answer.body).to.deep.equal({ detail })
    expect(answer.headers.get('access-control-allow-origin')).to.equal('*')
    expect(server.records('envelopes')).to.deep.equal([])
    const [count] = await server.refused()
    expect(count).to.include({ kind: 'error', outcome: 'dropped', reason: 'cors', quantity: 1 })
  })

  it('403: on the other routes too', async () => {
    const answers = [
      await send({ Referer: 'https://evil.test/page' }, 'store', '{}'),
      await send({ Origin: 'https://evil.test', 'Content-Type': 'application/csp-report' }, 'security', '{}'),
    ]
    for (const answer of answers) expect(answer.body).to.deep.equal({ detail })
  })
})
