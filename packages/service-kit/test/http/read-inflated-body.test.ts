import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { ServiceError } from '@signalbox/contracts'
import { readInflatedBody } from '../../src/http/read-inflated-body.js'

const bytesMax = 1_000

describe('readInflatedBody', () => {
  let server: Server
  let ended: Promise<string>

  const read = async (req: IncomingMessage): Promise<string> => {
    try {
      return (await readInflatedBody(req, bytesMax)).toString()
    } catch (error) {
      return error instanceof ServiceError ? error.code : String(error)
    }
  }
  beforeEach(async () => {
    let end: (result: string) => void = () => undefined
    ended = new Promise((resolve) => (end = resolve))
    server = createServer((req, res) => {
      void read(req).then((result) => {
        end(result)
        res.end(result)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = (headers: Record<string, string>) => {
    const { port } = server.address() as AddressInfo
    const req = request({ port, method: 'POST', headers })
    req.on('error', () => undefined)
    return req
  }

  it('returns the decompressed body, and an empty buffer without one', async () => {
    open({ 'content-encoding': 'gzip' }).end(gzipSync('packed'))
    expect(await ended).to.equal('packed')
    const res = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(await res.text()).to.equal('')
  })

  it('rejects oversized bodies before they end, compressed or not', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const req = open({ 'content-encoding': encoding })
      const answered = once(req, 'response') as Promise<[IncomingMessage]>
      const packed = createGzip()
      const target = encoding === 'gzip' ? packed : req
      if (encoding === 'gzip') packed.pipe(req)
      target.write(Buffer.alloc(bytesMax + 1))
      if (encoding === 'gzip') packed.flush()
      const [res] = await answered
      expect((await res.toArray()).join(''), encoding).to.equal('body-too-large')
      req.destroy()
    }
  })

  it('rejects corrupted, truncated and unknown encodings', async () => {
    const { port } = server.address() as AddressInfo
    const answer = async (encoding: string, body: Uint8Array<ArrayBuffer>) => {
      const headers = { 'content-encoding': encoding }
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).text()
    }
    expect(await answer('gzip', new Uint8Array([1, 2, 3]))).to.equal('undecodable-body')
    expect(await answer('gzip', new Uint8Array(gzipSync('cut off').subarray(0, -9)))).to.equal('undecodable-body')
    expect(await answer('lzw', new Uint8Array([1]))).to.equal('unsupported-encoding')
  })

  it('stops if the client disconnects in the middle of the body', async () => {
    const req = open({ 'content-length': '900' })
    const connected = once(server, 'request')
    req.write('half')
    await connected
    req.destroy()
    expect(await ended).to.equal('bad-request')
  })
})
