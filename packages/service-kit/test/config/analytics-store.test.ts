import { expect } from 'chai'
import { analyticsStoreSettings, ConfigError, readConfig, storeServerOf } from '../../src/index.js'

const url = 'http://writer:secret@clickhouse:8123/signalbox'

describe('storeServerOf', () => {
  it('returns no server if none is configured: the store is embedded', () => {
    expect(storeServerOf(readConfig(analyticsStoreSettings, {}), 'writer')).to.equal(undefined)
  })

  it("returns each user's own URL, or the shared one", () => {
    const reader = 'http://reader:secret@clickhouse:8123/signalbox'
    const env = { SIGNALBOX_CLICKHOUSE_URL: url, SIGNALBOX_CLICKHOUSE_READER_URL: reader }
    const config = readConfig(analyticsStoreSettings, env)
    expect(storeServerOf(config, 'writer')).to.deep.equal({ url })
    expect(storeServerOf(config, 'reader')).to.deep.equal({ url: reader })
    expect(storeServerOf(config, 'migrator')).to.deep.equal({ url })
  })

  it('accepts a cluster by name or by macro', () => {
    for (const cluster of ['signalbox', '{cluster}']) {
      const env = { SIGNALBOX_CLICKHOUSE_URL: url, SIGNALBOX_CLICKHOUSE_CLUSTER: cluster }
      expect(storeServerOf(readConfig(analyticsStoreSettings, env), 'reader')).to.deep.equal({ url, cluster })
    }
  })

  it('rejects invalid addresses and names, without showing the password', () => {
    const env = { SIGNALBOX_CLICKHOUSE_URL: 'tcp://writer:secret@host', SIGNALBOX_CLICKHOUSE_CLUSTER: "a' --" }
    expect(() => readConfig(analyticsStoreSettings, env))
      .to.throw(
        ConfigError,
        /SIGNALBOX_CLICKHOUSE_URL must be a URL[^]*SIGNALBOX_CLICKHOUSE_CLUSTER must be a cluster name/,
      )
      .with.property('message')
      .not.contains('secret@')
  })
})
