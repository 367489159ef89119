import { expect } from 'chai'
import { packValues } from '../../src/embedded/pack-values.js'

describe('packValues', () => {
  it('copies values one after another into one buffer', () => {
    const records = ['one', 'two'].map((text) => ({ value: new Uint8Array(Buffer.from(text)) }))
    const packed = packValues(records)
    expect(Buffer.from(packed).toString()).to.equal('onetwo')
    expect(records.map(({ value }) => Buffer.from(value).toString())).to.deep.equal(['one', 'two'])
  })
})
