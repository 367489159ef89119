import { expect } from 'chai'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { BodyError, decodeBody, readContentEncoding } from '@signalbox/envelope'
import { rawBlock, runBlock, skippableFrame, zstdFrame } from './zstd-data.js'

const limit = { bytesMax: 8 * 1024 * 1024 }
const small = Buffer.from('{"message":"hello"}')
/** Incompressible below the size that is inflated at once. */
const large = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 31) % 251))

async function reasonOf(result: Promise<unknown>): Promise<string> {
  try {
    await result
  } catch (error) {
    if (error instanceof BodyError) return error.reason
    throw error
  }
  return 'none'
}

const compressions = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', (body: Buffer) => zstdFrame(splitBlocks(body))],
] as const

function splitBlocks(body: Buffer): Buffer[] {
  const pieces = Math.max(1, Math.ceil(body.length / 100_000))
  return Array.from({ length: pieces }, (_, i) =>
    rawBlock(body.subarray(i * 100_000, (i + 1) * 100_000), i === pieces - 1),
  )
}

describe('readContentEncoding', () => {
  it('treats missing, empty and charset values as identity', () => {
    for (const value of [undefined, '', ' ', 'identity', 'UTF-8']) {
      expect(readContentEncoding(value)).to.equal('identity')
    }
  })

  it('reads the supported encodings in any case', () => {
    const read = ['GZIP', 'x-gzip', 'deflate', 'Br', ' zstd '].map(readContentEncoding)
    expect(read).to.deep.equal(['gzip', 'gzip', 'deflate', 'br', 'zstd'])
  })

  it('rejects others', () => {
    for (const value of ['compress', 'gzip, br', 'snappy']) expect(readContentEncoding(value)).to.equal(undefined)
  })
})

describe('decodeBody', () => {
  it('returns an identity body unchanged', async () => {
    expect(await decodeBody(small, 'identity', limit)).to.equal(small)
    expect(await reasonOf(decodeBody(small, 'identity', { bytesMax: 5 }))).to.equal('too-large')
  })

  it('inflates small and large bodies', async () => {
    for (const [encoding, compress] of compressions) {
      for (const body of [small, large]) {
        expect(Buffer.compare(await decodeBody(compress(body), encoding, limit), body), encoding).to.equal(0)
      }
    }
  })

  it('returns an empty body for every encoding', async () => {
    for (const [encoding] of compressions) expect(await decodeBody(Buffer.alloc(0), encoding, limit)).to.have.length(0)
  })

  it('rejects truncated and corrupted bodies', async () => {
    for (const [encoding, compress] of compressions) {
      for (const body of [compress(small), compress(large)]) {
        expect(await reasonOf(decodeBody(body.subarray(0, -1), encoding, limit)), encoding).to.equal('corrupt')
        expect(await reasonOf(decodeBody(body.subarray(0, 3), encoding, limit)), encoding).to.equal('corrupt')
      }
      expect(await reasonOf(decodeBody(Buffer.from('not compressed at all'), encoding, limit))).to.equal('corrupt')
    }
  })

  it('rejects bodies that inflate beyond the limit, however small they are', async () => {
    const zeros = Buffer.alloc(9 * 1024 * 1024)
    for (const [encoding, compress] of compressions) {
      expect(await reasonOf(decodeBody(compress(zeros), encoding, limit)), encoding).to.equal('too-large')
      expect(await reasonOf(decodeBody(compress(zeros), encoding, { bytesMax: 1000 })), encoding).to.equal('too-large')
    }
  })

  it("stops with the reservation's error", async () => {
    for (const [encoding, compress] of compressions) {
      const reserve = () => {
        throw new RangeError('no memory left')
      }
      const refused = decodeBody(compress(large), encoding, { ...limit, reserve }).catch((error: unknown) => error)
      expect(await refused, encoding).to.be.instanceOf(RangeError)
    }
  })

  it('reserves memory for inflated bytes', async () => {
    for (const [encoding, compress] of compressions) {
      let reserved = 0
      await decodeBody(compress(large), encoding, { ...limit, reserve: (bytes) => (reserved += bytes) })
      expect(reserved, encoding).to.equal(large.length)
    }
  })

  it('inflates all members of a gzip body', async () => {
    const body = Buffer.concat([gzipSync(small), gzipSync(small)])
    expect(await decodeBody(body, 'gzip', limit)).to.deep.equal(Buffer.concat([small, small]))
  })

  describe('zstd', () => {
    /** As written by the reference tool: single segment, content size, compressed block, checksum. */
    const fromReferenceTool = Buffer.from('KLUv/QRY/QAAqHsibWVzc2FnZSI6ImhlbGxvICJ9CgIAbwmCPwhUwglKxDg=', 'base64')

    it("inflates the reference tool's output", async () => {
      const text = Buffer.from(await decodeBody(fromReferenceTool, 'zstd', limit)).toString()
      expect(text).to.equal('{"message":"hello hello hello hello hello hello hello hello"}\n'.repeat(40))
    })

    it('inflates all frames and skips skippable ones', async () => {
      const body = Buffer.concat([
        zstdFrame([rawBlock(small, true)]),
        skippableFrame(Buffer.from('to be skipped')),
        zstdFrame([runBlock(0x61, 4, false), rawBlock(Buffer.alloc(0), true)]),
        fromReferenceTool,
      ])
      const inflated = Buffer.from(await decodeBody(body, 'zstd', limit)).toString()
      expect(inflated.startsWith(`${small.toString()}aaaa{"message"`)).to.equal(true)
    })

    it('inflates many small frames', async () => {
      // Encoders limit the window to the known content size.
      const frame = zstdFrame([rawBlock(Buffer.from('ab'), true)], { windowDescriptor: 0 })
      const body = Buffer.concat(Array.from({ length: 3_000 }, () => frame))
      expect(await decodeBody(body, 'zstd', limit)).to.have.length(6_000)
    })

    it('rejects windows over the limit before allocating them', async () => {
      const body = zstdFrame([rawBlock(small, true)], { windowDescriptor: (21 << 3) | 7 })
      expect(await reasonOf(decodeBody(body, 'zstd', limit))).to.equal('corrupt')
      const second = Buffer.concat([zstdFrame([rawBlock(small, true)]), body])
      expect(await reasonOf(decodeBody(second, 'zstd', limit))).to.equal('corrupt')
    })

    it('stops at countless blocks that make the decoder move a large window', async () => {
      const blocks = Array.from({ length: 20_000 }, (_, index) => rawBlock(Buffer.from('x'), index === 19_999))
      const body = zstdFrame(blocks, { windowDescriptor: 13 << 3 })
      expect(await reasonOf(decodeBody(body, 'zstd', limit))).to.equal('too-large')
    })

    it('stops early at a small body with many frames or blocks with large windows', async () => {
      const largest = { windowDescriptor: 13 << 3 }
      const frame = zstdFrame([rawBlock(Buffer.from('x'), true)], largest)
      const frames = Buffer.concat(Array.from({ length: 900 }, () => frame))
      const blocks = zstdFrame(
        Array.from({ length: 900 }, (_, index) => runBlock(0x20, 100_000, index === 899)),
        largest,
      )
      for (const body of [frames, blocks]) {
        expect(body.length).to.be.below(12_000)
        const cpu = process.cpuUsage()
        expect(await reasonOf(decodeBody(body, 'zstd', limit))).to.equal('too-large')
        // Previously 3.8 s.
        expect(process.cpuUsage(cpu).user / 1_000, 'milliseconds').to.be.below(1_500)
      }
    })

    it('yields to other work between steps', async () => {
      let turns = 0
      const timer = setInterval(() => (turns += 1), 0)
      const blocks = Array.from({ length: 300 }, (_, index) => rawBlock(Buffer.alloc(100_000), index === 299))
      await decodeBody(zstdFrame(blocks), 'zstd', { bytesMax: 100 * 1024 * 1024 })
      clearInterval(timer)
      expect(turns).to.be.greaterThan(3)
    })
  })
})
