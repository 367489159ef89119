import { expect } from 'chai'
import { isAllowedDomain } from '../../../src/projects/settings/allowed-domain.js'

describe('isAllowedDomain', () => {
  const good = [
    '*',
    'localhost',
    'example.com',
    'Shop.Example.COM',
    '*.example.com',
    'https://example.com',
    'https://*.example.com:8443',
    'example.com:3000',
    'example.com:*',
    '10.0.0.1',
    '[::1]',
    'http://[2001:db8::1]:8080',
    'bücher.example',
    'my_host.internal',
  ]
  for (const text of good) {
    it(`accepts ${text}`, () => {
      expect(isAllowedDomain(text)).to.equal(true)
    })
  }

  const bad = [
    '',
    ' ',
    'example.com/',
    'https://example.com/path',
    'example.com?x',
    'exa mple.com',
    'example..com',
    '.example.com',
    'example.com.',
    '*example.com',
    'a.*.example.com',
    'example.com:0',
    'example.com:65536',
    'example.com:port',
    'user@example.com',
    '::1',
    '[zz]',
    '[1.2.3.4',
    'https://',
    '*.*',
    'a\u0000b',
  ]
  for (const text of bad) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(isAllowedDomain(text)).to.equal(false)
    })
  }

  it('handles a long text quickly', () => {
    const startedAt = performance.now()
    expect(isAllowedDomain(`${'a.'.repeat(100_000)}!`)).to.equal(false)
    expect(performance.now() - startedAt).to.be.below(2_000)
  })
})
