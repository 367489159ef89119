import { expect } from 'chai'
import { parseEnvelope, writeEnvelope } from '../src/index.js'

describe('writeEnvelope', () => {
  it('writes envelopes that the parser reads back, whatever the payload bytes', () => {
    const payloads = ['', 'a\n{"type":"event"}\nb', '\n\n', '\u0000\u00ff'].map((text) => Buffer.from(text, 'latin1'))
    const items = payloads.map((payload, index) => ({
      header: { type: 'attachment', filename: `${index}\n` },
      payload,
    }))
    const envelope = parseEnvelope(writeEnvelope({ header: { event_id: 'a'.repeat(32), dsn: undefined }, items }))
    expect(envelope.header.eventId).to.equal('a'.repeat(32))
    expect(envelope.items.map(({ header }) => header['filename'])).to.deep.equal(['0\n', '1\n', '2\n', '3\n'])
    expect(envelope.items.map(({ payload }) => Buffer.from(payload))).to.deep.equal(payloads)
  })

  it('writes only a header if there are no items', () => {
    expect(writeEnvelope({ header: {}, items: [] }).toString()).to.equal('{}\n')
  })
})
