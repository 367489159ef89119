import { otlpMetaCodec } from '@signalbox/contracts'
import { expect } from 'chai'
import { messageType } from '../../../packages/otlp/test/otlp-schema.js'
import { now, startIngest, type IngestServer, type ServerOptions } from './ingest-server.js'

const headers = {
  authorization: 'Bearer writer',
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
}
/** One series `up` with one sample, as a single literal. */
const request = Buffer.concat([
  Buffer.from([0x0a, 27, 0x0a, 14, 0x0a, 8]),
  Buffer.from('__name__'),
  Buffer.from([0x12, 2]),
  Buffer.from('up'),
  Buffer.from([0x12, 9, 0x09, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
])
const compressed = Buffer.concat([Buffer.from([request.length, (request.length - 1) << 2]), request])

const written = {
  samples: 'x-prometheus-remote-write-samples-written',
  histograms: 'x-prometheus-remote-write-histograms-written',
  exemplars: 'x-prometheus-remote-write-exemplars-written',
}

/** A snappy block with a single literal. */
function pack(body: Buffer): Buffer {
  const length = Buffer.from([(body.length & 0x7f) | 0x80, body.length >>> 7])
  const literal = Buffer.from([61 << 2, (body.length - 1) & 0xff, (body.length - 1) >>> 8])
  return Buffer.concat([length, literal, body])
}

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

  it('appends an unchanged request and answers 204', async () => {
    await start()
    expect((await send(compressed)).status).to.equal(204)
    const [record] = ingest.records('otlp')
    expect(Buffer.from(record!.value)).to.deep.equal(compressed)
    expect(record!.rows).to.equal(1)
    expect(otlpMetaCodec.decode(record!.headers)).to.include({ signal: 'remote_write', encoding: 'identity' })
  })

  it('answers 400 to anything but remote write, which a server does not send again', async () => {
    await start()
    expect((await send(Buffer.from([5, 0xff]))).status).to.equal(400)
    expect((await send(Buffer.from([1, 0, 0x0a]))).status).to.equal(400)
    expect(ingest.records('otlp')).to.be.empty
  })

  it('answers 415 to unknown messages and encodings, so that a server falls back', async () => {
    await start()
    for (const type of ['application/x-protobuf;proto=io.prometheus.write.v3.Request', 'application/json', '']) {
      expect((await send(compressed, { 'content-type': type })).status, type).to.equal(415)
    }
    for (const encoding of ['identity', 'gzip', 'zstd']) {
      expect((await send(compressed, { 'content-encoding': encoding })).status, encoding).to.equal(415)
    }
    expect(ingest.records('otlp')).to.be.empty
  })

  it('accepts version 1 by its name too', async () => {
    await start()
    const named = { 'content-type': 'application/x-protobuf; proto=prometheus.WriteRequest' }
    const { status, headers: answered } = await send(compressed, named)
    expect([status, answered.has(written.samples)]).to.deep.equal([204, false])
  })

  describe('in version 2', () => {
    const type = messageType('RemoteWrite2')
    const symbols = ['', '__name__', 'requests', 'trace_id', '0a'.repeat(16)]
    const sendSeries = (...timeseries: object[]) => {
      const body = Buffer.from(type.encode(type.fromObject({ symbols, timeseries })).finish())
      return send(pack(body), { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request' })
    }
    const sample = (msBefore = 0) => ({ value: 1, timestamp: now - msBefore })
    const readWritten = ({ headers: answered }: Response) => Object.values(written).map((name) => answered.get(name))

    it('appends an unchanged request, and returns what was written', async () => {
      await start()
      const exemplars = [{ labelsRefs: [3, 4], value: 1 }]
      const answer = await sendSeries(
        { labelsRefs: [1, 2], samples: [sample(1), sample()], exemplars },
        { labelsRefs: [1, 2], histograms: [{ countInt: 1, timestamp: now }] },
      )
      expect([answer.status, ...readWritten(answer)]).to.deep.equal([204, '2', '1', '1'])
      const [record] = ingest.records('otlp')
      expect(record!.rows).to.equal(3)
      expect(otlpMetaCodec.decode(record!.headers)).to.include({ signal: 'remote_write_2' })
    })

    it('answers 400 if some of it is omitted, which is not sent again, with what was written', async () => {
      await start()
      const aYear = 365 * 86_400_000
      const answer = await sendSeries(
        { labelsRefs: [1, 2], samples: [sample(aYear), sample()] },
        { samples: [sample()] },
      )
      expect([answer.status, ...readWritten(answer)]).to.deep.equal([400, '1', '0', '0'])
      expect(await answer.text()).to.contain('2 of 3 samples were rejected')
      expect(ingest.records('otlp')).to.have.length(1)
    })

    it('answers 400 to a dangling reference and appends nothing', async () => {
      await start()
      const answer = await sendSeries({ labelsRefs: [1, 9], samples: [sample()] })
      expect([answer.status, ...readWritten(answer)]).to.deep.equal([400, null, null, null])
      expect(ingest.records('otlp')).to.be.empty
    })
  })

  it('answers 413 to a body that announces too large a size, before inflating it', async () => {
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
