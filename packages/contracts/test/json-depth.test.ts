import { expect } from 'chai'
import { isDeeperThan } from '../src/json-depth.js'

const isDeep = (json: string, depthMax = 2) => isDeeperThan(Buffer.from(json), depthMax)

describe('isDeeperThan', () => {
  it('counts objects and arrays', () => {
    expect(isDeep('{"a":[1,2],"b":{}}')).to.equal(false)
    expect(isDeep('{"a":[[]]}')).to.equal(true)
    expect(isDeep('{"a":[{}]}')).to.equal(true)
  })

  it('does not count brackets in strings', () => {
    expect(isDeep('["[[[{{{", "\\"[[[", "\\\\", []]')).to.equal(false)
    expect(isDeep('["\\\\", [[]]]')).to.equal(true)
  })

  it('reads invalid JSON to its end', () => {
    for (const text of ['', '"', '"\\', ']]]][', '"[[[[[']) expect(isDeep(text), text).to.equal(false)
  })
})
