import { expect } from 'chai'
import { readDsn } from '../../src/sentry/read-dsn.js'

describe('readDsn', () => {
  it('reads key and project, with and without secret, port and path', () => {
    const expected = { publicKey: 'abc', projectNumber: '42' }
    const texts = ['https://abc@host/42', 'http://abc:secret@host:9000/some/path/42', 'HTTPS://abc@[::1]:80/42/']
    for (const text of texts) expect(readDsn(text), text).to.deep.equal(expected)
  })

  it('rejects invalid DSNs', () => {
    const texts = ['', 'abc', 'https://host/42', 'https://abc@host', 'https://abc@host/x', 'ftp://abc@host/42']
    for (const text of [...texts, `https://abc@host/${'1'.repeat(30)}`]) expect(readDsn(text), text).to.equal(undefined)
  })

  it('rejects hostile text quickly', () => {
    const start = Date.now()
    for (const part of ['/1', '1', '@', ':', '/']) readDsn(`https://abc@host${part.repeat(1_000)}x`)
    expect(readDsn(`https://abc@host/${'1/'.repeat(100_000)}`)).to.equal(undefined)
    expect(Date.now() - start).to.be.below(500)
  })
})
