import { expect } from 'chai'
import { readFileSync, readdirSync } from 'node:fs'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { BodyError, EnvelopeError, checkEnvelopeLimits, decodeBody, parseEnvelope } from '@signalbox/envelope'
import { rawBlock, runBlock, zstdFrame } from './zstd-data.js'

const fixtures = new URL('../../../test/fixtures/', import.meta.url)
const runtimeMs = 1_000

/** Numbers from 0 to `below`, the same in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function readBodies(): Buffer[] {
  return ['edge-cases/', 'envelopes/'].flatMap((folder) =>
    readdirSync(new URL(folder, fixtures))
      .filter((name) => name.endsWith('.body'))
      .map((name) => readFileSync(new URL(folder + name, fixtures)))
      .filter((body) => body.length > 0 && body.length < 20_000),
  )
}

const meaningful = ['\n', '{', '}', '"', '\\', '{}\n', '"length":', '99999999999', '\r\n', '\0', '{"type":"event"}\n']

function mutate(body: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(body)
  for (let change = random(6); change >= 0; change -= 1) copy[random(copy.length)] = random(256)
  const at = random(copy.length)
  const rest = copy.subarray(at + random(3))
  if (random(3) === 0) return Buffer.concat([copy.subarray(0, at), Buffer.from(meaningful[random(11)] ?? ''), rest])
  return random(4) === 0 ? copy.subarray(0, at) : copy
}

const randomBytes = (random: (below: number) => number) =>
  Buffer.from(Array.from({ length: random(300) }, () => random(256)))

describe('hostile input', () => {
  it('makes parseEnvelope return an envelope within the body, or throw EnvelopeError', () => {
    const random = createRandom(1)
    const bodies = readBodies()
    const heapBefore = process.memoryUsage().heapUsed
    const end = Date.now() + runtimeMs
    while (Date.now() < end) {
      const body = random(5) === 0 ? randomBytes(random) : mutate(bodies[random(bodies.length)]!, random)
      try {
        const envelope = parseEnvelope(body)
        const bytes = envelope.items.reduce((sum, { payload }) => sum + payload.length, 0)
        expect(bytes).to.be.at.most(body.length)
        checkEnvelopeLimits(envelope)
      } catch (error) {
        expect(error).to.be.instanceOf(EnvelopeError)
      }
    }
    expect(process.memoryUsage().heapUsed - heapBefore).to.be.below(300 * 1024 * 1024)
  })

  it('makes decodeBody return at most the limit, or throw BodyError', async () => {
    const random = createRandom(2)
    const text = Buffer.from('{"type":"event"}\n'.repeat(300))
    const valid = [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['zstd', zstdFrame([rawBlock(text, false), runBlock(0x20, 5_000, false), rawBlock(text, true)])],
      ['zstd', Buffer.from('KLUv/QRY/QAAqHsibWVzc2FnZSI6ImhlbGxvICJ9CgIAbwmCPwhUwglKxDg=', 'base64')],
    ] as const
    const end = Date.now() + runtimeMs
    while (Date.now() < end) {
      const [encoding, body] = valid[random(valid.length)]!
      try {
        expect((await decodeBody(mutate(body, random), encoding, { bytesMax: 100_000 })).length).to.be.at.most(100_000)
      } catch (error) {
        expect(error).to.be.instanceOf(BodyError)
      }
    }
  })

  it('takes linear time for header lines of any depth and for endless blank lines', () => {
    const bodies = [
      '{"a":'.repeat(12_000),
      `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`,
      `{}\n${'\n'.repeat(5_000_000)}`,
      `{}\n${'{"type":"x"}\n\n\n\n'.repeat(200_000)}`,
    ]
    const start = Date.now()
    for (const body of bodies) {
      try {
        parseEnvelope(Buffer.from(body))
      } catch (error) {
        expect(error).to.be.instanceOf(EnvelopeError)
      }
    }
    expect(Date.now() - start).to.be.below(3_000)
  })
})
