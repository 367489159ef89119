import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { silentLog, type Log } from '@signalbox/service-kit'
import { expect } from 'chai'
import { openDiskBuffer, type DiskBuffer } from '../../src/buffer/disk-buffer.js'
import { createDelivery } from '../../src/delivery/delivery.js'
import type { HttpResponse, OutgoingRequest } from '../../src/requests/send-request.js'

describe('createDelivery', () => {
  let directory: string
  let buffer: DiskBuffer
  let sent: OutgoingRequest[]
  let answers: (Partial<HttpResponse> | Error)[]
  let now: number

  const accepted = { status: 202, text: '{"accepted":1,"rejected":[]}' }
  const create = (log: Log = silentLog) =>
    createDelivery({
      buffer,
      url: 'https://signalbox.test',
      apiKey: 'key',
      log,
      clock: () => now,
      random: () => 0.5,
      send: (request) => {
        sent.push(request)
        const answer = answers.shift() ?? accepted
        if (answer instanceof Error) return Promise.reject(answer)
        return Promise.resolve({ status: 202, text: '{}', retryAfterSeconds: undefined, ...answer })
      },
    })
  const bodies = () => sent.map(({ body }) => gunzipSync(body!).toString())

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-delivery-'))
    buffer = await openDiskBuffer({ directory, bytesMax: 1e6 })
    for (const text of ['one', 'two', 'three']) await buffer.append(text, 10)
    sent = []
    answers = []
    now = 1_000_000
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('posts every batch in order, with the key, compressed', async () => {
    const delivery = create()
    await delivery.deliver()
    expect(bodies()).to.deep.equal(['one', 'two', 'three'])
    expect(sent[0]).to.deep.include({ url: 'https://signalbox.test/api/v1/telemetry/metrics/', method: 'POST' })
    expect(sent[0]?.headers).to.deep.include({ authorization: 'Bearer key', 'content-encoding': 'gzip' })
    expect(buffer.state().batches).to.equal(0)
    expect(delivery.state()).to.deep.equal({ samplesSent: 30, samplesRejected: 0, failures: 0 })
  })

  for (const status of [401, 403, 404, 429, 500, 502, 503]) {
    it(`retains everything after a ${status}, and sends it again later`, async () => {
      answers = [{ status }]
      const delivery = create()
      await delivery.deliver()
      expect(buffer.state().batches).to.equal(3)
      await delivery.deliver()
      expect(sent).to.have.lengthOf(1)
      now += 1_000
      await delivery.deliver()
      expect(bodies()).to.deep.equal(['one', 'one', 'two', 'three'])
      expect(buffer.state().batches).to.equal(0)
    })
  }

  it('logs once when delivery starts, why it stops, and when it works again', async () => {
    const lines: string[] = []
    const note = (fields: Readonly<Record<string, unknown>>, text: string) => {
      const { reason } = fields
      lines.push(typeof reason === 'string' ? `${text}: ${reason}` : text)
    }
    const delivery = create({ ...silentLog, info: note, warn: note })
    await delivery.deliver()
    answers = [{ status: 401 }]
    await buffer.append('four', 10)
    await delivery.deliver()
    now += 1_000
    await delivery.deliver()
    const delivering = 'samples are being delivered'
    const stopped =
      'samples could not be delivered; keeping them in the buffer: Signalbox answered 401: check SIGNALBOX_API_KEY'
    expect(lines).to.deep.equal([delivering, stopped, delivering])
  })

  it('honors Retry-After', async () => {
    answers = [{ status: 429, retryAfterSeconds: 40 }]
    const delivery = create()
    await delivery.deliver()
    now += 39_999
    await delivery.deliver()
    expect(sent).to.have.lengthOf(1)
    now += 1
    await delivery.deliver()
    expect(sent).to.have.lengthOf(4)
  })

  it('backs off with every failure, up to a minute', async () => {
    answers = Array.from({ length: 12 }, () => new Error('connection refused'))
    const delivery = create()
    const waits: number[] = []
    for (let failure = 0; failure < 10; failure += 1) {
      await delivery.deliver()
      const { length } = sent
      const from = now
      while (sent.length === length && now - from < 100_000) {
        now += 250
        await delivery.deliver()
      }
      waits.push(now - from)
    }
    expect(waits.slice(0, 3)).to.deep.equal([750, 1_500, 3_000])
    expect(Math.max(...waits)).to.equal(45_000)
  })

  it('drops and counts a batch that can never be accepted, so that later ones are sent', async () => {
    answers = [{ status: 400, text: '{"detail":"no item is valid"}' }]
    const delivery = create()
    await delivery.deliver()
    expect(bodies()).to.deep.equal(['one', 'two', 'three'])
    expect(delivery.state()).to.deep.equal({ samplesSent: 20, samplesRejected: 10, failures: 0 })
  })

  it("counts a batch's rejected samples", async () => {
    answers = [{ text: '{"accepted":8,"rejected":[{"index":0,"error":"x"},{"index":3,"error":"y"}]}' }]
    const delivery = create()
    await delivery.deliver()
    expect(delivery.state()).to.deep.include({ samplesSent: 28, samplesRejected: 2 })
  })
})
