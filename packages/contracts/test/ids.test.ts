import { expect } from 'chai'
import { createId, isUuid } from '@signalbox/contracts'

describe('createId', () => {
  it('has the version and variant bits of RFC 9562 and the time in its first 48 bits', () => {
    const now = Date.parse('2026-01-01T00:00:00.123Z')
    const id = createId(now)
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).to.equal(now)
  })

  it('sorts as text by creation time', () => {
    const times = [0, 1, 255, 256, 1_767_225_600_000, 1_767_225_600_001, 2 ** 41]
    const ids = times.map((time) => createId(time))
    expect([...ids].sort()).to.deep.equal(ids)
  })

  it('sorts by creation order within a millisecond, and stays unique beyond the counter', () => {
    const ids = Array.from({ length: 10_000 }, () => createId(1))
    const counted = ids.slice(0, 2_048)
    expect([...counted].sort()).to.deep.equal(counted)
    expect(new Set(ids)).to.have.property('size', 10_000)
    for (const id of ids) expect(id).to.match(/^00000000-0001-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('isUuid', () => {
  it('accepts every version in any case, and nothing else', () => {
    expect(isUuid(createId())).to.equal(true)
    expect(isUuid('F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6')).to.equal(true)
    for (const text of ['', 'f81d4fae7dec11d0a76500a0c91e6bf6', `${createId()}\n`, `{${createId()}}`]) {
      expect(isUuid(text), JSON.stringify(text)).to.equal(false)
    }
  })
})
