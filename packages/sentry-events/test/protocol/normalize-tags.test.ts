import { expect } from 'chai'
import { normalizeTags } from '../../src/protocol/index.js'

describe('normalizeTags', () => {
  it('reads an object and a list of pairs', () => {
    const expected = { region: 'eu', 'my-key': 'x' }
    expect(normalizeTags({ region: 'eu', 'my key': ' x ' })).to.deep.equal(expected)
    expect(normalizeTags([['region', 'eu'], ['my key', 'x'], 'no pair', null])).to.deep.equal(expected)
  })

  it('converts scalars to one form', () => {
    const tags = { a: 1, b: 1.9, c: true, d: false, e: null, f: -2.5 }
    expect(normalizeTags(tags)).to.deep.equal({ a: '1', b: '1', c: 'True', d: 'False', e: '', f: '-2' })
  })

  it('drops values that are not scalars, empty or too long', () => {
    const tags = {
      a: {},
      b: [],
      c: '',
      d: '  ',
      e: 'x'.repeat(201),
      ['k'.repeat(201)]: 'x',
      '': 'x',
      ok: 'x'.repeat(200),
    }
    expect(normalizeTags(tags)).to.deep.equal({ ok: 'x'.repeat(200) })
  })

  it('drops keys with invalid characters and reserved names', () => {
    const tags = {
      ü: '1',
      'a/b': '1',
      release: '1',
      dist: '1',
      user: '1',
      filename: '1',
      function: '1',
      'a.b:c_d-e': '1',
    }
    expect(normalizeTags(tags)).to.deep.equal({ 'a.b:c_d-e': '1' })
  })

  it('retains the first value of a repeated key', () => {
    expect(
      normalizeTags([
        ['a b', '1'],
        ['a-b', '2'],
      ]),
    ).to.deep.equal({ 'a-b': '1' })
  })

  it('accepts names of built-in properties', () => {
    const tags = normalizeTags(JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'))
    expect(Object.entries(tags)).to.deep.equal([
      ['constructor', 'y'],
      ['toString', 'z'],
    ])
  })

  it('returns no tags for anything else', () => {
    for (const value of [null, undefined, 'a=b', 7, true]) expect(normalizeTags(value)).to.deep.equal({})
  })
})
