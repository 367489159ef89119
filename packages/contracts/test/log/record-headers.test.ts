import { expect } from 'chai'
import {
  batchMetaCodec,
  deadLetterMetaCodec,
  envelopeMetaCodec,
  outcomesMetaCodec,
  type EnvelopeMeta,
} from '@signalbox/contracts'

const envelopeMeta: EnvelopeMeta = {
  organizationId: 'org',
  project: { id: 'p1', number: 7, name: 'shop — Größe \u{1F600}' },
  receivedAt: 1_767_225_600_000,
  encoding: 'gzip',
  form: 'envelope',
  eventId: 'a'.repeat(32),
  omitted: [{ index: 1, kind: 'session', outcome: 'dropped', reason: 'unsupported_item', quantity: 1 }],
}

describe('record headers', () => {
  it('survive a round trip', () => {
    expect(envelopeMetaCodec.decode(envelopeMetaCodec.encode(envelopeMeta))).to.deep.equal(envelopeMeta)
    const batch = { organizationId: 'org', receivedAt: 1, encoding: 'identity', omitted: [] } as const
    expect(batchMetaCodec.decode(batchMetaCodec.encode({ ...batch, omitted: [] }))).to.deep.equal(batch)
    expect(outcomesMetaCodec.decode(outcomesMetaCodec.encode({ writtenAt: 5 }))).to.deep.equal({ writtenAt: 5 })
    const dead = { topic: 'spans', partition: 0, offset: 9, itemIndex: null, reason: 'x', detail: 'y', meta: '{}' }
    expect(deadLetterMetaCodec.decode(deadLetterMetaCodec.encode(dead))).to.deep.equal(dead)
  })

  it('use the `meta` header and ignore others', () => {
    const headers = envelopeMetaCodec.encode(envelopeMeta)
    expect(headers).to.have.all.keys('meta')
    expect(envelopeMetaCodec.decode({ ...headers, traceparent: 'x' })).to.deep.equal(envelopeMeta)
  })

  it('of another shape are rejected with the invalid field', () => {
    expect(() => envelopeMetaCodec.decode({})).to.throw('record headers are invalid')
    expect(() => envelopeMetaCodec.decode({ meta: '{' })).to.throw(SyntaxError)
    const wrong = JSON.stringify({ ...envelopeMeta, encoding: 'lzma' })
    expect(() => envelopeMetaCodec.decode({ meta: wrong })).to.throw(/\/encoding must be one of identity, gzip/)
    expect(() => batchMetaCodec.decode(envelopeMetaCodec.encode(envelopeMeta))).to.throw('is not a known field')
  })
})
