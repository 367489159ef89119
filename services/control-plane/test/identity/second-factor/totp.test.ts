import { expect } from 'chai'
import { Secret } from 'otpauth'
import { createTotpUri, findTimeStep } from '../../../src/identity/second-factor/totp.js'

/** From RFC 6238, appendix B: SHA-1, the last six of eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32
const vectors = [
  { seconds: 59, code: '287082' },
  { seconds: 1_111_111_109, code: '081804' },
  { seconds: 1_111_111_111, code: '050471' },
  { seconds: 1_234_567_890, code: '005924' },
  { seconds: 2_000_000_000, code: '279037' },
  { seconds: 20_000_000_000, code: '353130' },
]

describe('codes of authenticator apps', () => {
  for (const { seconds, code } of vectors) {
    it(`are those of RFC 6238 at ${seconds} s, and one step before and after`, () => {
      const step = Math.floor(seconds / 30)
      const findAt = (steps: number) => findTimeStep({ secret, code, now: (seconds + 30 * steps) * 1_000 })
      expect([-1, 0, 1].map(findAt)).to.deep.equal([step, step, step])
      expect([-2, 2].map(findAt)).to.deep.equal([undefined, undefined])
    })
  }

  it('are set up by a URI that names the person', () => {
    const uri = new URL(createTotpUri(secret, 'ada+x@example.com'))
    expect(decodeURIComponent(uri.pathname)).to.contain('Signalbox:ada+x@example.com')
    expect(uri.searchParams.get('secret')).to.equal(secret)
  })
})
