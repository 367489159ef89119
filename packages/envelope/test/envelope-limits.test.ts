import { expect } from 'chai'
import { checkEnvelopeLimits, parseEnvelope } from '@signalbox/envelope'

const MIB = 1024 * 1024
const containerType = 'application/vnd.sentry.items.span.v2+json'

interface Item {
  type: string
  bytes: number
  header?: Record<string, unknown>
}

function breachOf(items: readonly Item[]) {
  const parts = items.map(({ type, bytes, header }) => {
    return `${JSON.stringify({ type, length: bytes, ...header })}\n${'x'.repeat(bytes)}\n`
  })
  return checkEnvelopeLimits(parseEnvelope(Buffer.from(`{}\n${parts.join('')}`)))
}

const times = (count: number, item: Item) => Array.from({ length: count }, () => item)

describe('checkEnvelopeLimits', () => {
  it('accepts empty and ordinary envelopes', () => {
    expect(breachOf([])).to.equal(undefined)
    expect(breachOf([{ type: 'event', bytes: MIB }, ...times(30, { type: 'attachment', bytes: 10 })])).to.equal(
      undefined,
    )
  })

  it('words violations as the protocol does', () => {
    const breach = breachOf([{ type: 'event', bytes: MIB + 1 }])
    expect(breach?.itemType).to.equal('event')
    expect(breach?.detail).to.equal("envelope exceeded size limits for type 'event' (more than 1048576 bytes)")
  })

  it('allows each group its limit and rejects more', () => {
    const most: [Item[], Item][] = [
      [[{ type: 'event', bytes: 1 }], { type: 'feedback', bytes: 1 }],
      [times(30, { type: 'attachment', bytes: 1 }), { type: 'user_report', bytes: 1 }],
      [times(100, { type: 'session', bytes: 1 }), { type: 'sessions', bytes: 1 }],
      [times(100, { type: 'client_report', bytes: 1 }), { type: 'client_report', bytes: 1 }],
      [[{ type: 'client_report', bytes: 100 * 1024 }], { type: 'client_report', bytes: 1 }],
      [[{ type: 'check_in', bytes: 100 * 1024 }], { type: 'check_in', bytes: 1 }],
      [[{ type: 'profile', bytes: 1 }], { type: 'profile_chunk', bytes: 1 }],
      [[{ type: 'log', bytes: 1 }], { type: 'log', bytes: 1 }],
      [times(25, { type: 'span', bytes: 1 }), { type: 'span', bytes: 1 }],
      [[{ type: 'span', bytes: 9 * MIB }], { type: 'span', bytes: 4 * MIB }],
      [[{ type: 'statsd', bytes: MIB }], { type: 'statsd', bytes: 1 }],
    ]
    for (const [items, oneMore] of most) {
      expect(breachOf(items), oneMore.type).to.equal(undefined)
      expect(breachOf([...items, oneMore])?.itemType).to.equal(oneMore.type)
    }
  })

  it("sizes containers by their entries' mean", () => {
    const entries = (count: number) => ({ content_type: containerType, item_count: count })
    expect(breachOf([{ type: 'span', bytes: 11 * MIB, header: entries(2) }])).to.equal(undefined)
    expect(breachOf([{ type: 'span', bytes: 11 * MIB, header: entries(1) }])?.itemType).to.equal('span')
    expect(breachOf([{ type: 'span', bytes: 13 * MIB, header: entries(100) }])?.itemType).to.equal('span')
    expect(breachOf([{ type: 'log', bytes: 3 * MIB, header: { item_count: 1 } }])?.itemType).to.equal('log')
    expect(breachOf([{ type: 'log', bytes: 3 * MIB, header: { item_count: -1 } }])?.itemType).to.equal('log')
    expect(breachOf([{ type: 'log', bytes: 3 * MIB, header: { item_count: 2 } }])).to.equal(undefined)
  })

  it('exempts unknown types from all limits but the item count', () => {
    expect(breachOf([{ type: 'mystery', bytes: 20 * MIB }])).to.equal(undefined)
    expect(breachOf(times(10_000, { type: 'mystery', bytes: 1 }))).to.equal(undefined)
    expect(breachOf(times(10_001, { type: 'mystery', bytes: 1 }))?.detail).to.contain('more than 10000 items')
  })
})
