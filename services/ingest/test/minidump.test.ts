import { expect } from 'chai'
import { gzipSync } from 'node:zlib'
import { auth, madeEventId, startIngest, type IngestServer } from './ingest-server.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const dashedId = '9ec79c33-ec99-42ab-8353-589fcb2e04dc'
const dump = Buffer.from('MDMP\x00\n{"type":"event"}\n\xff', 'latin1')

describe('POST /api/<n>/minidump/', () => {
  let server: IngestServer
  const send = async (body: FormData | Uint8Array, headers: Record<string, string> = {}, query = auth) => {
    const sent = body instanceof FormData ? body : new Uint8Array(body)
    const res = await fetch(`${server.url}/api/42/minidump/?${query}`, { method: 'POST', body: sent, headers })
    return { status: res.status, type: res.headers.get('content-type'), text: await res.text() }
  }
  const form = (...fields: [string, string | Buffer][]) => {
    const data = new FormData()
    for (const [name, value] of fields) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, new Blob([new Uint8Array(value)]), `${name}.bin`)
    }
    return data
  }
  const event = () => JSON.parse(Buffer.from(server.envelope().items[0]!.payload).toString()) as Record<string, unknown>

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  it('200: returns the dashed id as text, and stores an event with the unchanged dump', async () => {
    const sentry = JSON.stringify({ event_id: dashedId, release: 'app@1', tags: { a: '1' } })
    const answer = await send(form(['upload_file_minidump', dump], ['sentry', sentry], ['log', Buffer.from('line')]))
    expect(answer).to.deep.equal({ status: 200, type: 'text/plain; charset=utf-8', text: dashedId })
    const { header, items } = server.envelope()
    expect(header.eventId).to.equal(eventId)
    expect(event()).to.deep.include({
      event_id: eventId,
      level: 'fatal',
      platform: 'native',
      release: 'app@1',
      tags: { a: '1' },
      exception: {
        values: [
          {
            type: 'Minidump',
            value: 'Invalid Minidump',
            mechanism: { type: 'minidump', handled: false, synthetic: true },
          },
        ],
      },
    })
    expect(items.map(({ type, header: { attachment_type: as, filename } }) => [type, as, filename])).to.deep.equal([
      ['event', undefined, undefined],
      ['attachment', 'event.minidump', 'upload_file_minidump.bin'],
      ['attachment', 'event.attachment', 'log.bin'],
    ])
    expect(Buffer.compare(items[1]!.payload, dump)).to.equal(0)
    expect(server.envelopeMeta()).to.include({ form: 'envelope', encoding: 'identity', eventId })
  })

  it('200: creates an id, and reads the event from chunks and from single fields', async () => {
    const fields = form(
      ['upload_file_minidump', dump],
      ['sentry__2', '"app@2"}'],
      ['sentry__1', '{"release":'],
      ['sentry[tags][mode]', 'kiosk'],
      ['sentry[__proto__][x]', 'y'],
      ['sentry', '{broken'],
      ['ver', '1.2'],
    )
    expect((await send(fields)).text.replaceAll('-', '')).to.equal(madeEventId)
    expect(event()).to.deep.include({ release: 'app@2', tags: { mode: 'kiosk' }, extra: { ver: '1.2' } })
  })

  it('200: accepts a compressed form, and a bare dump', async () => {
    const req = new Request('http://x/', { method: 'POST', body: form(['upload_file_minidump', dump]) })
    const packed = gzipSync(new Uint8Array(await req.arrayBuffer()))
    const type = req.headers.get('content-type') ?? ''
    expect((await send(packed, { 'Content-Type': type, 'Content-Encoding': 'gzip' })).status).to.equal(200)
    expect((await send(dump, { 'Content-Type': 'application/octet-stream' })).status).to.equal(200)
    expect(server.records('envelopes')).to.have.length(2)
  })

  it('400: rejects forms without a dump and bodies that are not forms', async () => {
    expect((await send(form(['sentry', '{}']))).status).to.equal(400)
    expect((await send(form(['upload_file_minidump', Buffer.alloc(0)]))).status).to.equal(400)
    expect((await send(form(['upload_file_minidump', 'text']))).status).to.equal(400)
    const cut = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="upload_file_minidump"; filename="a"\r\n\r\nMDMP',
    )
    expect((await send(cut, { 'Content-Type': 'multipart/form-data; boundary=x' })).status).to.equal(400)
    expect((await send(dump, { 'Content-Type': 'multipart/form-data' })).status).to.equal(400)
    expect((await send(new Uint8Array(), { 'Content-Type': 'application/x-dmp' })).status).to.equal(400)
    expect(server.records('envelopes')).to.deep.equal([])
    expect(server.faults).to.deep.equal([])
  })

  it('400: rejects a form with several faults, and continues', async () => {
    const start = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nMDMP\r\n'
    for (const broken of ['--x\r\n\0: b\r\n\r\n', '--x\r\nA\0\r\n\r\nb', '--x\r\n\0\r\n--x\r\n\0\r\n']) {
      for (const body of [broken, start + broken]) {
        const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
        expect((await send(Buffer.from(body), type)).status, JSON.stringify(body)).to.equal(400)
      }
    }
    expect((await send(form(['upload_file_minidump', dump]))).status).to.equal(200)
    expect(server.faults).to.deep.equal([])
  })

  it('401, 403, 415: rejects unknown keys and other media types', async () => {
    expect((await send(form(['upload_file_minidump', dump]), {}, '')).status).to.equal(401)
    expect((await send(form(['upload_file_minidump', dump]), {}, `sentry_key=${'f'.repeat(32)}`)).status).to.equal(403)
    expect((await send(dump, { 'Content-Type': 'text/plain' })).status).to.equal(415)
  })

  it('413: rejects too many and too large files, and counts them', async () => {
    const many = Array.from({ length: 30 }, (_, index): [string, Buffer] => [`file-${index}`, Buffer.from('x')])
    expect((await send(form(['upload_file_minidump', dump], ...many))).status).to.equal(413)
    expect((await send(form(['upload_file_minidump', Buffer.alloc(20 * 1024 * 1024)]))).status).to.equal(413)
    const counts = (await server.refused()).map(({ kind, reason, quantity }) => [kind, reason, quantity])
    expect(counts).to.deep.equal([
      ['error', 'too_large', 1],
      ['attachment', 'too_large', 31],
      ['unknown', 'too_large', 1],
    ])
  })

  it('413: rejects forms with too many parts', async () => {
    const fields = Array.from({ length: 1_001 }, (_, index): [string, string] => [`field-${index}`, 'x'])
    expect((await send(form(['upload_file_minidump', dump], ...fields))).status).to.equal(413)
    expect(
      (await send(form(...Array.from({ length: 40 }, (_, index): [string, Buffer] => [`file-${index}`, dump])))).status,
    ).to.equal(413)
    expect(server.faults).to.deep.equal([])
  })

  it('429: drops the dump with its event', async () => {
    await server.close()
    server = await startIngest({ owner: { keyQuotas: [{ categories: ['error'], limit: 0, window_seconds: 60 }] } })
    expect((await send(form(['upload_file_minidump', dump]))).status).to.equal(429)
    expect((await server.refused()).map(({ kind, reason }) => [kind, reason])).to.deep.equal([
      ['error', 'quota'],
      ['attachment', 'event_rate_limited'],
    ])
  })
})
