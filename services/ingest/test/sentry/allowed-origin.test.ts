import { expect } from 'chai'
import { isOriginAllowed } from '../../src/sentry/allowed-origin.js'

const allows = (pattern: string, origin: string) => isOriginAllowed({ origin }, [pattern])

describe('allowed domains', () => {
  it('allow any page with *, and none if there are no domains', () => {
    expect(allows('*', 'https://anything.test')).to.equal(true)
    expect(allows('*', 'null')).to.equal(true)
    expect(isOriginAllowed({ origin: 'https://anything.test' }, [])).to.equal(false)
  })

  it('allow requests that no browser sent', () => {
    expect(isOriginAllowed({}, [])).to.equal(true)
    expect(isOriginAllowed({ origin: '', referer: '' }, [])).to.equal(true)
  })

  it('match hosts on any port and scheme, in any case', () => {
    for (const origin of ['https://example.com', 'http://EXAMPLE.com:8080', 'capacitor://example.com']) {
      expect(allows('Example.com', origin), origin).to.equal(true)
    }
    for (const origin of ['https://www.example.com', 'https://example.com.evil.test', 'https://notexample.com']) {
      expect(allows('example.com', origin), origin).to.equal(false)
    }
  })

  it("may include a port, even the scheme's default", () => {
    expect(allows('localhost:3000', 'http://localhost:3000')).to.equal(true)
    expect(allows('localhost:3000', 'http://localhost:3001')).to.equal(false)
    expect(allows('example.com:443', 'https://example.com')).to.equal(true)
    expect(allows('example.com:443', 'http://example.com')).to.equal(false)
  })

  it('may include all subdomains', () => {
    for (const origin of ['https://a.example.com', 'https://a.b.example.com', 'https://example.com']) {
      expect(allows('*.example.com', origin), origin).to.equal(true)
    }
    expect(allows('*.example.com', 'https://badexample.com')).to.equal(false)
    expect(allows('*.example.com:8080', 'https://a.example.com')).to.equal(false)
  })

  it('may include the scheme', () => {
    expect(allows('https://example.com', 'https://example.com')).to.equal(true)
    expect(allows('https://example.com', 'http://example.com')).to.equal(false)
    expect(allows('https://*.example.com/', 'https://a.example.com')).to.equal(true)
    expect(allows('chrome-extension://*', 'chrome-extension://abcdef')).to.equal(true)
  })

  it('are compared with the referrer if there is no origin', () => {
    const referer = 'https://example.com/checkout?step=2'
    expect(isOriginAllowed({ referer }, ['example.com'])).to.equal(true)
    expect(isOriginAllowed({ referer }, ['other.test'])).to.equal(false)
    expect(isOriginAllowed({ referer, origin: 'https://other.test' }, ['example.com'])).to.equal(false)
  })

  it('reject values that are not origins, and no text makes them slow', () => {
    expect(allows('example.com', 'null')).to.equal(false)
    expect(allows('', 'https://example.com')).to.equal(false)
    expect(allows(`*.${'a.'.repeat(50_000)}`, `https://${'a.'.repeat(50_000)}b`)).to.equal(false)
  })
})
