import { expect } from 'chai'
import * as fc from 'fast-check'
import { fitResults } from '../../src/tools/fit-results.js'

describe('fitResults', () => {
  it('returns everything that fits, with its evidence', () => {
    const text = fitResults([{ evidenceId: 'e1', about: 'traces', shown: { total: 1 } }], 1_000)
    expect(JSON.parse(text)).to.deep.equal([{ evidence_id: 'e1', about: 'traces', result: { total: 1 } }])
  })

  it('shortens lists and texts at their end, marks it, and leaves the rest in place', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ index, text: 'x'.repeat(500) }))
    const [cut] = JSON.parse(fitResults([{ evidenceId: 'e1', about: 'rows', shown: { rows } }], 8_000)) as [
      { cut: string; result: { rows: { index: number }[] } },
    ]
    expect(cut.cut).to.match(/^Cut to \d+ items/)
    expect(cut.result.rows.map(({ index }) => index)).to.deep.equal(cut.result.rows.map((_, index) => index))
  })

  it('stays within its budget and returns JSON for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 }),
        fc.integer({ min: 1_000, max: 9_000 }),
        (shown, bytesMax) => {
          const text = fitResults(
            shown.map((each) => ({ evidenceId: 'e1', about: 'x', shown: each })),
            bytesMax,
          )
          expect(Buffer.byteLength(text)).to.be.at.most(bytesMax)
          expect(JSON.parse(text)).to.have.lengthOf(shown.length)
        },
      ),
    )
  })
})
