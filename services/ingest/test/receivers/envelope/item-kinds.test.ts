import { expect } from 'chai'
import { parseEnvelope } from '@signalbox/envelope'
import { kindOfItem, needsEventId, quantityOfItem } from '../../../src/quotas/item-kinds.js'

const itemOf = (header: object) => parseEnvelope(Buffer.from(`{}\n${JSON.stringify(header)}\n{}`)).items[0]!

describe('item kinds', () => {
  it('are named as in the ledger', () => {
    const kinds = ['event', 'transaction', 'span', 'log', 'profile_chunk_ui', 'check_in', 'mystery', 'constructor']
    expect(kinds.map((type) => kindOfItem(itemOf({ type })))).to.deep.equal([
      'error',
      'span',
      'span',
      'log',
      'profile_chunk',
      'check_in',
      'unknown',
      'unknown',
    ])
  })

  it('count the entries of containers within bounds', () => {
    const count = (itemCount: unknown, type = 'span') => quantityOfItem(itemOf({ type, item_count: itemCount }))
    expect([count(7), count(1e9), count(0), count('7'), count(1.5), count(7, 'event')]).to.deep.equal([
      7, 10_000, 1, 1, 1, 1,
    ])
  })

  it('require an event id if they belong to an event', () => {
    const needs = (type: string) => needsEventId([itemOf({ type })])
    expect(['event', 'attachment', 'feedback', 'transaction'].every(needs)).to.equal(true)
    expect(['session', 'log', 'span', 'client_report', 'check_in', 'mystery'].some(needs)).to.equal(false)
  })
})
