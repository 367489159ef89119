import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { rowOf } from '../event-input.js'

describe("an event's row", () => {
  it('contains type and value as the message of an exception without one', () => {
    expect(rowOf({ exception: { type: 'E', value: 'x' } }).message).to.equal('E: x')
    expect(rowOf({ exception: { type: 'E', value: 'x' }, logentry: { message: 'saving failed' } }).message).to.equal(
      'saving failed',
    )
  })

  it('omits a synthetic type from the message', () => {
    const exception = { type: 'Error', value: 'just a string', mechanism: { synthetic: true } }
    expect(rowOf({ exception })).to.include({ message: 'just a string', exception_type: 'Error' })
  })

  it('is a message if the SDK wrapped one in an exception', () => {
    const exception = { values: [{ value: 'Disk: full', mechanism: { synthetic: true } }] }
    expect(rowOf({ exception })).to.include({ message: 'Disk: full', exception_type: '', exception_value: '' })
    expect(rowOf({ exception, message: 'disk full' })).to.include({ message: 'disk full', exception_type: '' })
  })

  it('identifies users by id, email, username or address', () => {
    const user = { id: 7, email: 'a@example.com', username: 'ann', ip_address: '192.0.2.1' }
    expect(rowOf({ user }).user_key).to.equal('7')
    expect(rowOf({ user: { ...user, id: null } }).user_key).to.equal('a@example.com')
    expect(rowOf({ user: { username: 'ann' } }).user_key).to.equal('ann')
    expect(rowOf({ user: { ip_address: '192.0.2.1' } }).user_key).to.equal('192.0.2.1')
    expect(rowOf({})).to.include({ user_key: '', user: '' })
  })

  it('contains a payload within its limit and names omitted parts', () => {
    const extra = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, '\u0001'.repeat(16_000)]))
    const frames = Array.from({ length: 250 }, () => ({
      function: '\u0001'.repeat(500),
      filename: 'a',
      vars: { a: 1 },
    }))
    const values = Array.from({ length: 50 }, () => ({ type: 'E', value: 'x', stacktrace: { frames } }))
    const { payload } = rowOf({ extra, exception: { values }, message: 'kept' })
    expect(Buffer.byteLength(payload)).to.be.at.most(limits.event.payloadBytesMax)
    const stored = JSON.parse(payload) as { left_out: string[]; logentry: unknown }
    expect(stored.left_out).to.include.members(['extra', 'exception'])
    expect(stored.logentry).to.deep.equal({ formatted: 'kept' })
  })
})
