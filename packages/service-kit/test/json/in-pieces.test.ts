import { expect } from 'chai'
import { mutateText } from '../../../../test/fuzz/mutations.js'
import { createRandom } from '../../../../test/support/random.js'
import { jsonParts } from '../../src/json/json-parts.js'
import { copyInPieces, parseInPieces, stringifyInPieces } from '../../src/json/in-pieces.js'

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
      const spaced = JSON.stringify(value, undefined, '\t\r\n')
      for (const sent of [text, spaced]) expect(await parseInPieces(Buffer.from(sent))).to.deep.equal(JSON.parse(text))
    })
  }

  it('is refused by the reader exactly when it is not JSON', async () => {
    const random = createRandom(4)
    const long = 'x'.repeat(9_000)
    const text = JSON.stringify({
      a: [{ b: long }, [long, 1.5e3, '"\\'], {}, []],
      __proto__: 1,
      c: { d: [[long], long] },
    })
    const results = { parsed: 0, refused: 0 }
    for (let round = 0; round < 400; round += 1) {
      const sent = Buffer.from(mutateText(text.replace(long, 'y'), random))
      let expected: unknown
      try {
        expected = JSON.parse(sent.toString())
      } catch {
        const refusal = await parseInPieces(sent).catch((error: unknown) => error)
        expect(refusal, sent.toString()).to.be.instanceOf(SyntaxError)
        results.refused += 1
        continue
      }
      expect(await parseInPieces(sent)).to.deep.equal(expected)
      results.parsed += 1
    }
    expect(Math.min(results.parsed, results.refused)).to.be.above(20)
  })

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
    await parseInPieces(Buffer.from(JSON.stringify({ results: { e1: { rows } } })))
    const whileParsing = ticks - whileWriting
    clearInterval(ticking)
    expect(whileWriting).to.be.at.least(1)
    expect(whileParsing).to.be.at.least(1)
  })
})
