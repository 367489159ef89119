import { expect } from 'chai'
import { convertMap, FlatIndex } from '@signalbox/source-maps'

/** An index whose only source is the text. */
function indexOf(source: string): FlatIndex {
  const map = { version: 3, sources: ['a.ts'], sourcesContent: [source], names: [], mappings: 'AAAA' }
  return new FlatIndex(convertMap(JSON.stringify(map), 'x'))
}

describe('source lines', () => {
  const texts: [what: string, lines: string[]][] = [
    ['plain text', ['one', 'two', '', 'four']],
    ['Latin-1', ['caf\u00e9', 'two', '\u00ff']],
    ['characters beyond Latin-1 on one line', ['one', 'arrow \u2192', 'three \u{1f600}']],
    ['no text but ends of lines', ['', '', '']],
  ]
  for (const [what, lines] of texts) {
    for (const lineEnd of ['\n', '\r\n']) {
      it(`are split correctly for ${what} with ${JSON.stringify(lineEnd)}`, () => {
        const index = indexOf(lines.join(lineEnd) + lineEnd)
        lines.forEach((line, at) => {
          const found = index.sourceLines(0, { line: at, column: 0 })
          expect(found).to.deep.equal({ before: lines.slice(0, at), line, after: lines.slice(at + 1) })
        })
        expect(index.sourceLines(0, { line: lines.length, column: 0 })).to.equal(undefined)
      })
    }
  }

  for (const mark of ['', '\u2192']) {
    it(`are shortened the same way whatever lines surround them, ${mark === '' ? 'in plain text' : `with the character ${mark}`}`, () => {
      const long = `${'abcdefghi '.repeat(40)}${mark}`
      const alone = indexOf(long)
      const amongLong = indexOf(Array.from({ length: 11 }, () => long.repeat(20)).join('\n'))
      const expected = `{snip} ${long.slice(140, 280)} {snip}`
      expect(alone.sourceLines(0, { line: 0, column: 200 })?.line).to.equal(expected)
      const found = amongLong.sourceLines(0, { line: 5, column: 200 })
      expect(found?.line).to.equal(expected)
      expect(found?.before).to.deep.equal(Array.from({ length: 5 }, () => `${long.slice(0, 140)} {snip}`))
    })
  }
})
