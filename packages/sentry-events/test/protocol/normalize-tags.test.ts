import { expect } from 'chai'
import { normalizeTags } from '../../src/protocol/index.js'

describe('normalizeTags', () => {
  it('reads an object and a list of pairs alike', () => {
    const expected = { region: 'eu', 'my-key': 'x' }
    expect(normalizeTags({ region: 'eu', 'my key': ' x ' })).to.deep.equal(expected)
    expect(normalizeTags([['region', 'eu'], ['my key', 'x'], 'no pair', null])).to.deep.equal(expected)
  })

  it('writes scalars in one form', () => {
    const tags = { a: 1, b: 1.9, c: true, d: false, e: null, f: -2.5 }
    expect(normalizeTags(tags)).to.deep.equal({ a: '1', b: '1', c: 'True', d: 'False', e: '', f: '-2' })
  })

  it('leaves out values that are not scalars, empty or too long', () => {
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

  it('leaves out keys of other characters and names that the event itself answers', () => {
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

  it('keeps the first of a key', () => {
    expect(
      normalizeTags([
        ['a b', '1'],
        ['a-b', '2'],
      ]),
    ).to.deep.equal({ 'a-b': '1' })
  })

  it('takes names of built-in properties as plain names', () => {
    const tags = normalizeTags(JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'))
    expect(Object.entries(tags)).to.deep.equal([
      ['constructor', 'y'],
      ['toString', 'z'],
    ])
  })

  it('gives no tags for anything else', () => {
    for (const value of [null, undefined, 'a=b', 7, true]) expect(normalizeTags(value)).to.deep.equal({})
  })
})
