import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { BodyError } from '@signalbox/envelope'
import { MemoryBudget, MemoryLease, OverloadedError } from '@signalbox/service-kit'
import { expect } from 'chai'
import { rawBlock, runBlock, zstdFrame } from '../../packages/envelope/test/zstd-data.js'
import { publicKey, startIngest, type IngestServer } from '../../services/ingest/test/ingest-server.js'
import { createInflatingThread, type InflatingThread } from '../../services/ingest/src/requests/inflating-thread.js'
import { eventually } from '../support/eventually.js'
import { sendRaw } from '../support/raw-request.js'

const MIB = 1024 * 1024
const connections = 13
const unknownDsn = 'https://ffffffffffffffffffffffffffffffff@signalbox.example/42'
const knownDsn = `https://${publicKey}@signalbox.example/42`

const envelopeOf = (dsn: string, bytes: number) =>
  Buffer.from(
    `${JSON.stringify({ dsn, event_id: 'a'.repeat(32) })}\n{"type":"attachment","filename":"a"}\n${'x'.repeat(bytes)}`,
  )

describe('senders that stall', () => {
  let server: IngestServer
  const sockets: Socket[] = []
  beforeEach(async () => {
    server = await startIngest()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.close()
  })

  /**
   * Starts a request that announces more than it sends.
   * @returns the response.
   */
  function hold(body: Buffer, query = ''): { answer: () => string; isClosed: () => boolean } {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    let isClosed = false
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('close', () => (isClosed = true)).on('error', () => undefined)
    socket.write(
      `POST /api/42/envelope/${query} HTTP/1.1\r\nHost: signalbox\r\nContent-Length: ${limits.body.envelopeWireBytesMax}\r\n\r\n`,
    )
    socket.write(body)
    return { answer: () => answer, isClosed: () => isClosed }
  }
  const send = (body: Uint8Array, headers = {}) =>
    sendRaw(server.url, '/api/42/envelope/', { method: 'POST', body, headers })

  it('are rejected on the first line if their key is unknown, and block nobody', async () => {
    const held = Array.from({ length: connections }, () => hold(envelopeOf(unknownDsn, 19 * MIB)))
    await eventually(() => {
      for (const { answer } of held) expect(answer()).to.match(/^HTTP\/1\.1 403 /)
    })
    expect((await send(envelopeOf(knownDsn, 10))).status).to.equal(200)
  })

  it('are disconnected if no more data arrives', async () => {
    const held = hold(envelopeOf(knownDsn, MIB))
    await eventually(
      () => {
        expect(held.isClosed()).to.equal(true)
      },
      { withinMs: limits.body.leastRate.withinMs * 2 + 5_000 },
    )
  })

  it('are disconnected if their first line never ends', async () => {
    const { status, body } = await send(Buffer.alloc(4 * MIB, '{"a":'))
    expect([400, 413]).to.include(status)
    expect(body).to.contain('invalid envelope header')
  })

  it('may tunnel large envelopes with a known key, in every encoding', async () => {
    const envelope = envelopeOf(knownDsn, MIB)
    expect((await send(envelope)).status).to.equal(200)
    expect((await send(gzipSync(envelope, { level: 0 }), { 'content-encoding': 'gzip' })).status).to.equal(200)
    expect(server.records('envelopes')).to.have.lengthOf(2)
  })

  it('are rejected before their body is inflated if their key is unknown', async () => {
    const bomb = gzipSync(envelopeOf(unknownDsn, 99 * MIB))
    const cpu = process.cpuUsage()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(bomb, { 'content-encoding': 'gzip' })))
    expect(answers.map(({ status }) => status)).to.satisfy((all: number[]) => all.every((status) => status === 403))
    // Inflating just one of them takes a fifth of a second.
    expect(process.cpuUsage(cpu).user / 1_000, 'milliseconds').to.be.below(3_000)
  })
})

/** @returns why a thread refuses a body; `none` if it does not. */
const refusalOf = (thread: InflatingThread, body: Buffer) =>
  thread.inflateZstd({ body, bytesMax: MIB }, 'one').then(
    () => 'none',
    (error: unknown) => (error instanceof BodyError ? error.reason : String(error)),
  )

describe('zstd bodies that are expensive for their size', () => {
  const bytes = 10_240
  const repeat = (piece: Buffer) => Array.from({ length: Math.floor(bytes / piece.length) }, () => piece)
  const end = rawBlock(Buffer.alloc(0), true)
  const bombs = {
    'frames with large windows': Buffer.concat(
      repeat(zstdFrame([rawBlock(Buffer.from('x'), true)], { windowDescriptor: 13 << 3 })),
    ),
    'blocks that repeat a byte': zstdFrame([...repeat(runBlock(1, 128 * 1024, false)), end], {
      windowDescriptor: 7 << 3,
    }),
    'tiny blocks': zstdFrame([...repeat(rawBlock(Buffer.from('x'), false)), end], { windowDescriptor: 13 << 3 }),
  }
  const large = zstdFrame([...Array.from({ length: 20 }, () => rawBlock(Buffer.alloc(1_024), false)), end])
  let server: IngestServer
  beforeEach(async () => {
    server = await startIngest()
  })
  afterEach(() => server.close())

  for (const [name, bomb] of Object.entries(bombs)) {
    it(`are rejected before they are inflated: ${name}`, async () => {
      const cpu = process.cpuUsage()
      const headers = { 'content-encoding': 'zstd' }
      const path = `/api/42/envelope/?sentry_key=${publicKey}`
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => sendRaw(server.url, path, { method: 'POST', body: bomb, headers })),
      )
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([413]))
      // Inflating them to the limit takes at least half a minute.
      expect(process.cpuUsage(cpu).user / 1_000, 'milliseconds').to.be.below(10_000)
    })
  }

  it('delay other senders by at most one of them', async () => {
    const thread = createInflatingThread()
    const ended: string[] = []
    const inflate = async (sender: string) => {
      await thread.inflateZstd({ body: large, bytesMax: MIB }, sender)
      ended.push(sender)
    }
    await Promise.all([...Array.from({ length: 10 }, () => inflate('many')), inflate('one')])
    await thread.close()
    expect(ended.indexOf('one')).to.be.at.most(2)
    expect(ended).to.have.length(11)
  })

  it('are rejected on submission, and queued ones when the service stops', async () => {
    const thread = createInflatingThread()
    expect(await refusalOf(thread, Buffer.alloc(128 * 1024, 1))).to.equal('corrupt')
    const [underWay, queued] = [refusalOf(thread, large), refusalOf(thread, large)]
    await thread.close()
    expect(await queued).to.contain('stopping')
    // It may be inflated before the thread has ended.
    expect(await underWay).to.match(/exited|^none$/)
  })

  it('are rejected by their headers before submission, ahead of queued ones', async () => {
    const thread = createInflatingThread()
    const waiting = refusalOf(thread, large)
    const first = await Promise.race([waiting, ...Object.values(bombs).map((bomb) => refusalOf(thread, bomb))])
    expect(first).to.equal('too-large')
    expect(await waiting).to.equal('none')
    await thread.close()
  })
})

describe('memory for bodies', () => {
  const bounds = { bytesMax: 100, shareBytesMax: 40 }
  it('is shared by keys and addresses: many requests of one leave room for others', () => {
    const budget = new MemoryBudget(bounds)
    const lease = (address: string, keyId: string) => {
      const made = new MemoryLease(budget, address)
      made.holdFor(keyId)
      return made
    }
    lease('a', 'one').reserve(30)
    const second = lease('b', 'one')
    expect(() => {
      second.reserve(20)
    }).to.throw(OverloadedError)
    expect(() => {
      lease('a', 'two').reserve(20)
    }).to.throw(OverloadedError)
    lease('c', 'three').reserve(40)
    second.reserve(10)
  })

  it('is shared by the addresses of an IPv6 network, which may be a single host', () => {
    const budget = new MemoryBudget(bounds)
    new MemoryLease(budget, '2001:db8:0:7::1').reserve(30)
    expect(() => {
      new MemoryLease(budget, '2001:db8:0:7::2').reserve(20)
    }).to.throw(OverloadedError)
    new MemoryLease(budget, '2001:db8:0:8::1').reserve(20)
  })

  it("lets a sender's only request exceed its share, and is released completely", () => {
    const budget = new MemoryBudget(bounds)
    for (let round = 0; round < 3; round += 1) {
      const alone = new MemoryLease(budget, 'a')
      alone.reserve(50)
      alone.holdFor('one')
      alone.reserve(50)
      alone.close()
    }
  })
})
