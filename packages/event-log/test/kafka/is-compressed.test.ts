import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { readRecordedRequests } from '../../../../test/support/recorded-requests.js'
import { isCompressed } from '../../src/kafka/is-compressed.js'

describe('isCompressed', () => {
  let plain: Uint8Array[]

  before(async () => {
    const requests = await readRecordedRequests()
    const asTheyAre = requests.filter(({ headers }) => headers.every(([name]) => !/^content-encoding$/i.test(name)))
    plain = asTheyAre.map(({ body }) => body).filter(({ byteLength }) => byteLength > 0)
    expect(plain).to.have.length.above(20)
  })

  for (const [name, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['brotli', brotliCompressSync],
  ] as const) {
    it(`detects SDK requests compressed with ${name}`, () => {
      expect(plain.filter((body) => !isCompressed(pack(body)))).to.deep.equal([])
    })
  }

  it('does not mistake uncompressed SDK requests for compressed ones', () => {
    expect(plain.filter((body) => isCompressed(body))).to.deep.equal([])
  })

  it('treats non-ASCII text as uncompressed', () => {
    const body = JSON.stringify({ message: '読み取れませんでした'.repeat(100) })
    expect(isCompressed(Buffer.from(body))).to.equal(false)
  })

  it('treats binary data with much text, and empty values, as uncompressed', () => {
    const field = (text: string) => Buffer.concat([Buffer.from([0x0a, text.length]), Buffer.from(text)])
    expect(isCompressed(Buffer.concat([field('service.name'), field('checkout'), field('http.route')]))).to.equal(false)
    expect(isCompressed(Buffer.alloc(0))).to.equal(false)
  })
})
