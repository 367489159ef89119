import { expect } from 'chai'
import { usageOfItem } from '../../src/quotas/item-usage.js'

const usage = (type: string, header = {}, bytes = 10) =>
  Object.fromEntries(
    usageOfItem({ index: 0, type, header, payload: Buffer.alloc(bytes) }).map(({ category, amount }) => [
      category,
      amount,
    ]),
  )

describe('item usage', () => {
  it("is one of the category, or a container's declared count", () => {
    expect(usage('event')).to.deep.equal({ error: 1 })
    expect(usage('transaction')).to.deep.equal({ transaction: 1 })
    expect(usage('session')).to.deep.equal({ session: 1 })
    expect(usage('check_in')).to.deep.equal({ monitor: 1 })
    expect(usage('span', { item_count: 7 })).to.deep.equal({ span: 7 })
    expect(usage('span')).to.deep.equal({ span: 1 })
    expect(usage('replay_recording')).to.deep.equal({ replay: 1 })
  })

  it('includes bytes for attachments, logs and trace metrics', () => {
    expect(usage('attachment', {}, 300)).to.deep.equal({ attachment: 300, attachment_item: 1 })
    expect(usage('log', { item_count: 3 }, 300)).to.deep.equal({ log_item: 3, log_byte: 300 })
    expect(usage('trace_metric', { item_count: 3 }, 300)).to.deep.equal({ trace_metric: 3, trace_metric_byte: 300 })
  })

  it('distinguishes UI profiles from others by their platform', () => {
    expect(usage('profile_chunk', { platform: 'node' })).to.deep.equal({ profile_chunk: 1 })
    expect(usage('profile_chunk', { platform: 'javascript' })).to.deep.equal({ profile_chunk_ui: 1 })
  })

  it('is nothing for client reports and unknown types', () => {
    for (const type of ['client_report', 'statsd', 'mystery']) expect(usage(type), type).to.deep.equal({})
  })
})
