import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { readConsumerConfig } from '../src/config.js'

describe('readConsumerConfig', () => {
  it('has a default for everything', () => {
    expect(readConsumerConfig({})).to.deep.equal({
      batchLimits: limits.consumerBatch,
      retentionDays: { spans: 30, metrics: 30 },
    })
  })

  it('reads what is set', () => {
    const config = readConsumerConfig({ SIGNALBOX_RETENTION_SPANS_DAYS: ' 7 ', SIGNALBOX_CONSUMER_BATCH_WAIT_MS: '0' })
    expect(config.retentionDays.spans).to.equal(7)
    expect(config.batchLimits.waitMs).to.equal(0)
  })

  it('names all faults at once', () => {
    const env = { SIGNALBOX_RETENTION_SPANS_DAYS: 'x', SIGNALBOX_CONSUMER_BATCH_ROWS_MAX: '0' }
    expect(() => readConsumerConfig(env)).to.throw(/BATCH_ROWS_MAX.*RETENTION_SPANS_DAYS/)
  })
})
