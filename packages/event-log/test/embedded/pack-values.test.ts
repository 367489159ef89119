import { expect } from 'chai'
import { packValues } from '../../src/embedded/pack-values.js'

const LARGE = 100_000

describe('packValues', () => {
  it('transfers large values with their own buffer only if allowed', () => {
    const record = { value: new Uint8Array(LARGE) }
    const { buffer } = record.value
    expect(packValues([record], true)).to.include(buffer)
    expect(packValues([{ value: record.value }], false)).not.to.include(buffer)
  })

  it('never transfers a buffer that contains more than the value', () => {
    const pooled = Buffer.from('small')
    const part = new Uint8Array(2 * LARGE).subarray(LARGE)
    const transferred = packValues([{ value: pooled }, { value: part }], true)
    expect(transferred).not.to.include(pooled.buffer)
    expect(transferred).not.to.include(part.buffer)
  })

  it('copies consecutive small values into one buffer', () => {
    const records = ['one', 'two'].map((text) => ({ value: new Uint8Array(Buffer.from(text)) }))
    const [packed] = packValues(records, true)
    expect(Buffer.from(packed!).toString()).to.equal('onetwo')
    expect(records.map(({ value }) => Buffer.from(value).toString())).to.deep.equal(['one', 'two'])
  })
})
