import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { sendRequest } from '../../src/requests/send-request.js'

describe('sendRequest', () => {
  let server: Server
  let url: string

  before(async () => {
    server = createServer((req, res) => {
      if (req.url === '/silent') return
      if (req.url === '/endless') {
        res.write('x'.repeat(2_000))
        return
      }
      if (req.url === '/later') res.setHeader('retry-after', '17')
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () =>
        res.writeHead(req.url === '/later' ? 503 : 200).end(`${req.method}:${String(Buffer.concat(chunks))}`),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const within = { withinMs: 5_000, bytesMax: 1_000 }

  it('returns the response with its status, whatever it is', async () => {
    const body = Buffer.from('hello')
    expect(await sendRequest({ url: `${url}/`, method: 'POST', body, ...within })).to.deep.equal({
      status: 200,
      text: 'POST:hello',
      retryAfterSeconds: undefined,
    })
    expect(await sendRequest({ url: `${url}/later`, ...within })).to.deep.include({
      status: 503,
      retryAfterSeconds: 17,
    })
  })

  it('times out without a response, or if it does not end', async () => {
    const silent = await sendRequest({ url: `${url}/silent`, ...within, withinMs: 50 }).catch(String)
    expect(silent).to.include(`GET ${url}/silent failed: no answer within 50 ms`)
    const endless = await sendRequest({ url: `${url}/endless`, ...within, withinMs: 50, bytesMax: 1e9 }).catch(String)
    expect(endless).to.include('no answer within 50 ms')
  })

  it('fails if the response is larger than the limit', async () => {
    const endless = await sendRequest({ url: `${url}/endless`, ...within }).catch(String)
    expect(endless).to.include('the response exceeds 1000 bytes')
  })

  it('fails if nobody listens', async () => {
    const refused = await sendRequest({ url: 'http://127.0.0.1:1/', ...within }).catch(String)
    expect(refused).to.include('ECONNREFUSED')
  })
})
