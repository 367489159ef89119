import { expect } from 'chai'
import { jsonParts } from '../../src/json/json-parts.js'
import { copyInPieces, stringifyInPieces } from '../../src/json/in-pieces.js'

const row = (index: number) => ({
  index,
  body: 'ä"\\\u2028\ud800'.repeat(9),
  attributes: { 'a.b': 'c', 'd\n': [1, null, true, { deep: [{}] }] },
  left: undefined,
  also: () => 1,
  at: new Date(0),
})
const nested = (depth: number): unknown => (depth === 0 ? [] : { children: [nested(depth - 1), nested(0)], depth })
const values: Readonly<Record<string, unknown>> = {
  'an empty object': {},
  'an empty list': [],
  'a text': 'a',
  'a date': new Date(0),
  'many rows': { total: 3, rows: Array.from({ length: 100 }, (_, index) => row(index)), more: false },
  'many numbers, and what JSON cannot express': [
    ...Array.from({ length: 1_000 }, (_, n) => n / 7),
    NaN,
    undefined,
    [],
    1,
  ],
  'many properties': Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`n${n}`, n % 3 === 0 ? undefined : [n]]),
  ),
  'a deep tree': nested(500),
  'lists of lists': Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => [[1], []])),
}

describe('JSON in pieces', () => {
  for (const [name, value] of Object.entries(values)) {
    it(`is the same as in one go for ${name}`, async () => {
      const text = JSON.stringify(value)
      expect([...jsonParts(value)].join('')).to.equal(text)
      expect(Buffer.concat(await stringifyInPieces(value)).toString()).to.equal(Buffer.from(text).toString())
      expect(await copyInPieces(value)).to.deep.equal(JSON.parse(text))
    })
  }

  it('is parted at every row, so that no part is longer than its longest row', () => {
    const rows = Array.from({ length: 50 }, () => ({ body: 'x'.repeat(16_384), attributes: { a: 'b' } }))
    for (const value of [{ rows }, { spans: [{ children: rows }] }, rows.map((each) => [each])]) {
      expect(Math.max(...[...jsonParts(value)].map((part) => part.length))).to.be.below(17_000)
    }
  })

  it('lets other work run in between', async () => {
    const rows = Array.from({ length: 2_000 }, () => ({ body: 'x'.repeat(16_384) }))
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 0)
    await stringifyInPieces({ rows })
    const whileWriting = ticks
    await copyInPieces({ rows })
    clearInterval(ticking)
    expect(whileWriting).to.be.at.least(1)
  })
})
