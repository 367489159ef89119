import { expect } from 'chai'
import { createRandom } from '../../../../test/support/random.js'
import { countInEither, readUserHashes } from '../../src/issues/user-hashes.js'

/** A set in the store's form. */
function stateOf(hashes: readonly bigint[]): string {
  const size: number[] = []
  let rest = hashes.length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) size.push((rest & 0x7f) | 0x80)
  const words = Buffer.from(BigUint64Array.from(hashes).buffer)
  return Buffer.concat([Buffer.from([...size, rest]), words]).toString('base64')
}

function read(hashes: readonly bigint[]) {
  return readUserHashes(stateOf(hashes)) ?? expect.fail('a readable set was expected')
}

describe('user hashes', () => {
  it('counts the union of two sets, whatever their sizes', () => {
    const random = createRandom(1)
    const hash = () => (BigInt(random.integer(0, 3)) << 62n) | BigInt(random.integer(0, 60))
    for (const sizes of [
      [0, 0],
      [0, 5],
      [1, 1],
      [20, 3],
      [130, 40],
      [200, 200],
    ]) {
      const [one, other] = sizes.map((size) => new Set(Array.from({ length: size }, hash)))
      const union = new Set([...(one ?? []), ...(other ?? [])])
      expect(countInEither(read([...(one ?? [])]), read([...(other ?? [])]))).to.equal(union.size)
    }
  })

  it('tells hashes apart that share a word', () => {
    const one = [1n, 1n << 32n, (1n << 32n) + 1n, 0xffff_ffff_0000_0000n]
    expect(countInEither(read(one), read([0n, 1n, 0xffff_ffffn, 0xffff_ffff_0000_0000n]))).to.equal(6)
  })

  it('reads nothing from an incomplete set, or from none', () => {
    const whole = Buffer.from(stateOf([1n, 2n]), 'base64')
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, -1), Buffer.concat([whole, whole]), Buffer.from([0x80])]) {
      expect(readUserHashes(bytes.toString('base64'))).to.equal(undefined)
    }
  })
})
