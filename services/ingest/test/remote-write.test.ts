import { otlpMetaCodec } from '@signalbox/contracts'
import { expect } from 'chai'
import { startIngest, type IngestServer, type ServerOptions } from './ingest-server.js'

const headers = {
  authorization: 'Bearer writer',
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
}
/** One series `up` with one sample, as one literal piece. */
const request = Buffer.concat([
  Buffer.from([0x0a, 27, 0x0a, 14, 0x0a, 8]),
  Buffer.from('__name__'),
  Buffer.from([0x12, 2]),
  Buffer.from('up'),
  Buffer.from([0x12, 9, 0x09, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
])
const compressed = Buffer.concat([Buffer.from([request.length, (request.length - 1) << 2]), request])

describe('POST /api/v1/write', () => {
  let ingest: IngestServer
  const start = async (options: ServerOptions = {}) => {
    ingest = await startIngest(options)
  }
  afterEach(() => ingest.close())

  const send = (body: Buffer, more: Record<string, string> = {}) =>
    fetch(`${ingest.url}/api/v1/write`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { ...headers, ...more },
    })

  it('keeps a request as it came and answers 204', async () => {
    await start()
    expect((await send(compressed)).status).to.equal(204)
    const [record] = ingest.records('otlp')
    expect(Buffer.from(record!.value)).to.deep.equal(compressed)
    expect(record!.rows).to.equal(1)
    expect(otlpMetaCodec.decode(record!.headers)).to.include({ signal: 'remote_write', encoding: 'identity' })
  })

  it('answers 400 to what is not remote write, which a server does not send again', async () => {
    await start()
    expect((await send(Buffer.from([5, 0xff]))).status).to.equal(400)
    expect((await send(Buffer.from([1, 0, 0x0a]))).status).to.equal(400)
    expect(ingest.records('otlp')).to.be.empty
  })

  it('answers 415 to version 2, so that a server falls back, and to other encodings', async () => {
    await start()
    const second = { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' }
    expect((await send(compressed, second)).status).to.equal(415)
    expect((await send(compressed, { 'content-encoding': 'identity' })).status).to.equal(415)
  })

  it('answers 413 to a body that says it is larger than allowed, before inflating it', async () => {
    await start()
    expect((await send(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]))).status).to.equal(413)
  })

  it('answers 401 without a key and 429 over its limit, counting the samples', async () => {
    await start({ isLimited: true })
    expect((await send(compressed, { authorization: '' })).status).to.equal(401)
    const limited = await send(compressed)
    expect([limited.status, limited.headers.get('retry-after')]).to.deep.equal([429, '30'])
    const [counted] = await ingest.refused()
    expect(counted).to.include({ kind: 'data_point', reason: 'key_rate_limit', quantity: 1 })
  })
})
