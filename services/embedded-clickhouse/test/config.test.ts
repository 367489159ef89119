import { ConfigError } from '@signalbox/service-kit'
import { expect } from 'chai'
import { readEmbeddedClickhouseConfig } from '../src/config.js'

describe('readEmbeddedClickhouseConfig', () => {
  it('listens on the loopback address by default', () => {
    expect(readEmbeddedClickhouseConfig({})).to.include({ host: '127.0.0.1', port: 8_123, user: 'default' })
    for (const host of ['localhost', '::1', '127.0.0.2']) {
      expect(readEmbeddedClickhouseConfig({ SIGNALBOX_HOST: host })).to.include({ host })
    }
  })

  it('rejects other addresses without an explicit setting', () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com']) {
      expect(() => readEmbeddedClickhouseConfig({ SIGNALBOX_HOST: host })).to.throw(
        ConfigError,
        'SIGNALBOX_ALLOW_REMOTE',
      )
    }
    const env = { SIGNALBOX_HOST: '0.0.0.0', SIGNALBOX_ALLOW_REMOTE: 'true' }
    expect(readEmbeddedClickhouseConfig(env)).to.include({ host: '0.0.0.0' })
  })
})
