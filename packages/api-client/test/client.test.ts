import { expect } from 'chai'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  createTelemetryProject,
  downloadAttachment,
  listTelemetryProjects,
  queryErrors,
  queryLogs,
  revokeApiKey,
  type Problem,
} from '@signalbox/contracts'
import { ApiConnectionError, ApiError, createApiClient } from '@signalbox/api-client'
import { makeTlsPair } from '../../../test/support/make-tls-pair.js'

let server: Server
let answer: RequestListener
let baseUrl: string

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function portOf(listening: Pick<Server, 'address'>): number {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

function sendJson(res: ServerResponse, status: number, body: unknown) {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

describe('createApiClient', () => {
  beforeEach(async () => {
    server = createServer((req, res) => {
      answer(req, res)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    baseUrl = `http://127.0.0.1:${portOf(server)}`
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('sends the key and the query and returns the response', async () => {
    let request: IncomingMessage | undefined
    answer = (req, res) => {
      request = req
      sendJson(res, 200, { events: [], total: 0, has_more: false, later_field: 1 })
    }
    const client = createApiClient({ baseUrl: `${baseUrl}/`, apiKey: 'secret' })
    const result = await client.call(queryErrors, { query: { since: '1h', search: 'a&b=c', limit: 5 } })
    expect(result.total).to.equal(0)
    expect(request?.method).to.equal('GET')
    expect(request?.url).to.equal('/api/v1/telemetry/query/errors/?since=1h&search=a%26b%3Dc&limit=5')
    expect(request?.headers.authorization).to.equal('Bearer secret')
  })

  it('repeats list parameters', async () => {
    let url: string | undefined
    answer = (req, res) => {
      url = req.url
      sendJson(res, 200, { logs: [], total: 0, has_more: false, attributes_left_out: 0 })
    }
    await createApiClient({ baseUrl, apiKey: 'k' }).call(queryLogs, { query: { attribute: ['a:b', 'c:d'] } })
    expect(url).to.equal('/api/v1/telemetry/query/logs/?attribute=a%3Ab&attribute=c%3Ad')
  })

  it('sends bodies as JSON', async () => {
    let received: Promise<string> | undefined
    answer = (req, res) => {
      received = text(req)
      void received.then(() => {
        sendJson(res, 201, { id: '1' })
      })
    }
    const client = createApiClient({ baseUrl, apiKey: 'secret' })
    const project = await client.call(createTelemetryProject, { body: { name: 'shop' } })
    expect(project.id).to.equal('1')
    expect(await received).to.equal('{"name":"shop"}')
  })

  it('escapes path parameters, and requires them', async () => {
    let url: string | undefined
    answer = (req, res) => {
      url = req.url
      sendJson(res, 200, {})
    }
    const client = createApiClient({ baseUrl, apiKey: 'secret' })
    await client.call(revokeApiKey, { params: { key_id: '../a b' } })
    expect(url).to.equal('/api/v1/organization/api-keys/..%2Fa%20b/')
    const error = await failureOf(client.call(revokeApiKey, { params: { key_id: '' } }))
    expect(error).to.be.an('error').with.property('message', 'revokeApiKey requires the path parameter key_id')
  })

  it('throws problems as errors that carry them', async () => {
    const problem: Problem = {
      type: 'about:blank',
      title: 'Invalid parameters',
      status: 400,
      code: 'invalid-parameters',
      request_id: 'r1',
      errors: [{ in: 'query', name: 'limit', detail: 'must be an integer between 1 and 1000' }],
    }
    answer = (_, res) => {
      sendJson(res, 400, problem)
    }
    const error = await failureOf(createApiClient({ baseUrl, apiKey: 'k' }).call(queryErrors, {}))
    expect(error)
      .to.be.instanceOf(ApiError)
      .and.to.deep.include({ status: 400, problem, message: 'Invalid parameters' })
  })

  it('reports other error responses by their status', async () => {
    answer = (_, res) => {
      res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    }
    const error = await failureOf(createApiClient({ baseUrl, apiKey: 'k' }).call(listTelemetryProjects, {}))
    expect(error).to.be.instanceOf(ApiError).and.to.include({ status: 502, problem: undefined })
  })

  it("reports an address that is not the API's", async () => {
    answer = (_, res) => {
      res.end('<html>')
    }
    const error = await failureOf(createApiClient({ baseUrl, apiKey: 'k' }).call(listTelemetryProjects, {}))
    expect(error).to.be.instanceOf(ApiConnectionError).with.property('message').that.contains('did not return JSON')
  })

  it('times out if no response arrives', async () => {
    answer = () => undefined
    const client = createApiClient({ baseUrl, apiKey: 'k', timeoutMs: 30 })
    const error = await failureOf(client.call(listTelemetryProjects, {}))
    expect(error).to.be.instanceOf(ApiConnectionError)
    expect(error).to.have.property('message', `${baseUrl} did not answer within 30 ms`)
  })

  it('times out if the response does not end', async () => {
    answer = (_, res) => {
      res.writeHead(200).write('{')
    }
    const client = createApiClient({ baseUrl, apiKey: 'k', timeoutMs: 50 })
    const error = await failureOf(client.call(listTelemetryProjects, {}))
    expect(error).to.have.property('message', `${baseUrl} did not answer within 50 ms`)
  })

  it('reports that nothing listens at the address', async () => {
    await new Promise((resolve) => server.close(resolve))
    const error = await failureOf(createApiClient({ baseUrl, apiKey: 'k' }).call(listTelemetryProjects, {}))
    expect(error).to.be.instanceOf(ApiConnectionError)
    expect(error).to.have.property('message', `Cannot reach ${baseUrl}: connection refused`)
  })

  it('says that HTTP clients refuse a port that other protocols use', async () => {
    const client = createApiClient({ baseUrl: 'http://127.0.0.1:6000/signalbox', apiKey: 'k' })
    expect(await failureOf(client.call(listTelemetryProjects, {}))).to.have.property(
      'message',
      'Cannot reach http://127.0.0.1:6000/signalbox: browsers and HTTP clients refuse port 6000; ' +
        'let Signalbox listen on another one',
    )
  })

  it('reports a broken connection', async () => {
    answer = (req) => {
      req.socket.destroy()
    }
    const error = await failureOf(createApiClient({ baseUrl, apiKey: 'k' }).call(listTelemetryProjects, {}))
    expect(error).to.have.property('message', `Cannot reach ${baseUrl}: connection reset`)
  })

  it('reports certificate errors, and addresses that do not serve HTTPS', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'signalbox-tls-'))
    const { tlsCert, tlsKey } = makeTlsPair(directory)
    const secure = createSecureServer({ cert: readFileSync(tlsCert), key: readFileSync(tlsKey) }).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const secureUrl = `https://127.0.0.1:${portOf(secure)}`
    const plainUrl = baseUrl.replace('http:', 'https:')
    const messageOf = async (url: string) =>
      String(await failureOf(createApiClient({ baseUrl: url, apiKey: 'k' }).call(listTelemetryProjects, {})))
    const issuer = "issued by an unknown authority; set NODE_EXTRA_CA_CERTS to a PEM file with the issuer's certificate"
    expect(await messageOf(secureUrl)).to.contain(`Cannot reach ${secureUrl}: its certificate was ${issuer}`)
    expect(await messageOf(plainUrl)).to.contain('it does not speak https; does the address start with http?')
    await new Promise((resolve) => secure.close(resolve))
    rmSync(directory, { recursive: true })
  })

  describe('download', () => {
    const params = { event_id: 'a'.repeat(32), attachment_id: 'b'.repeat(36) }

    it('streams the bytes with their length', async () => {
      answer = (_req, res) => {
        res.writeHead(200, { 'content-length': 6 })
        res.write('abc')
        res.end('def')
      }
      const client = createApiClient({ baseUrl, apiKey: 'secret' })
      const file = await client.download(downloadAttachment, { params })
      expect(file.byteLength).to.equal(6)
      expect(await text(file.stream)).to.equal('abcdef')
    })

    it("fails with the server's reason", async () => {
      answer = (_req, res) => {
        sendJson(res, 404, { type: 'x', title: 'Not found', status: 404, code: 'not-found', request_id: 'r' })
      }
      const failure = await failureOf(
        createApiClient({ baseUrl, apiKey: 'secret' }).download(downloadAttachment, { params }),
      )
      expect(failure).to.be.instanceOf(ApiError)
      expect((failure as ApiError).status).to.equal(404)
    })

    it('fails if the file ends early', async () => {
      answer = (_req, res) => {
        res.writeHead(200, { 'content-length': 6 })
        res.write('abc', () => res.destroy())
      }
      const file = await createApiClient({ baseUrl, apiKey: 'secret' }).download(downloadAttachment, { params })
      expect(await failureOf(text(file.stream))).to.be.an('error')
    })

    it('times out before a response begins, not during a long file', async () => {
      answer = () => undefined
      const client = createApiClient({ baseUrl, apiKey: 'secret', timeoutMs: 20 })
      expect(await failureOf(client.download(downloadAttachment, { params }))).to.be.instanceOf(ApiConnectionError)
      answer = (_req, res) => {
        res.writeHead(200, { 'content-length': 6 })
        res.write('abc')
        setTimeout(() => res.end('def'), 60)
      }
      expect(await text((await client.download(downloadAttachment, { params })).stream)).to.equal('abcdef')
    })
  })
})
