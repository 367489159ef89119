import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { sendJson } from '../../src/http/send-json.js'

describe('sendJson', () => {
  let server: Server | undefined
  afterEach(() => server?.close())
  async function serve(listener: RequestListener): Promise<string> {
    server = createServer(listener)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  it('sends the JSON with its length, status and type, and no body for HEAD', async () => {
    const value = { rows: Array.from({ length: 500 }, () => ({ body: 'ä'.repeat(9_000) })) }
    const url = await serve((_req, res) => void sendJson(res, value, 201))
    const res = await fetch(url)
    const text = await res.text()
    expect(JSON.parse(text)).to.deep.equal(value)
    expect(res.status).to.equal(201)
    const head = await fetch(url, { method: 'HEAD' })
    expect(await head.text()).to.equal('')
    for (const { headers } of [res, head]) {
      expect(headers.get('content-length')).to.equal(String(Buffer.byteLength(text)))
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
    }
  })

  it('answers others before a large response that was asked for earlier', async () => {
    const rows = Array.from({ length: 8_000 }, () => ({ body: 'x'.repeat(16_384) }))
    const answered: string[] = []
    const asked: Promise<void>[] = []
    const url = await serve((req, res) => {
      const name = req.url ?? ''
      void sendJson(res, name === '/large' ? { rows } : {})
      if (name === '/large') asked.push(ask('small'))
    })
    const ask = async (name: string) => {
      const res = await fetch(url + name)
      answered.push(name)
      await res.body?.pipeTo(new WritableStream())
    }
    asked.push(ask('large'))
    for (const each of asked) await each
    expect(answered).to.deep.equal(['small', 'large'])
  })

  it('sends nothing to a client that has left', async () => {
    let ended: Promise<void> | undefined
    const url = await serve((req, res) => {
      res.on('close', () => {
        ended = sendJson(res, { rows: [] })
      })
      req.socket.destroy()
    })
    await fetch(url).catch(() => undefined)
    await ended
    expect(ended).to.be.instanceOf(Promise)
  })
})
