import { expect } from 'chai'
import { renderTable } from '../../src/output/render-table.js'

const toPipe = { isColored: false, now: Date.parse('2026-06-01T00:00:00Z') }

describe('renderTable', () => {
  it('counts the columns of wide characters, and splits none', () => {
    const rows = [
      ['支払い', 'x'],
      ['👩‍👩‍👧 basket', 'y'],
    ]
    expect(renderTable([{ heading: 'NAME' }, { heading: 'KIND' }], rows, toPipe)).to.equal(
      ['NAME       KIND', '支払い     x', '👩‍👩‍👧 basket  y', ''].join('\n'),
    )
  })

  it('shortens texts on a narrow terminal', () => {
    const table = renderTable([{ heading: 'NAME', isFlexible: true }, { heading: 'KIND' }], [['支'.repeat(30), 'x']], {
      ...toPipe,
      width: 30,
    })
    expect(table).to.equal(`${'NAME'.padEnd(24)}  KIND\n${'支'.repeat(11)}…   x\n`)
  })

  const columns = [
    { heading: 'SINCE', isTime: true },
    { heading: 'STATE', isState: true },
    { heading: 'TITLE', isFlexible: true },
    { heading: 'ID' },
  ]
  const rows = [['2026-05-31T21:00:00.000Z', 'firing', 'Checkout fails for one customer in three', 'e'.repeat(32)]]

  it('shows relative times on terminals, and timestamps in pipes', () => {
    expect(renderTable(columns, rows, { ...toPipe, width: 100 })).to.match(/^SINCE.*\n3h ago /)
    expect(renderTable(columns, rows, toPipe)).to.contain('2026-05-31T21:00:00.000Z')
  })

  it('colors states if the terminal supports it', () => {
    expect(renderTable(columns, rows, { ...toPipe, width: 100, isColored: true })).to.contain(
      '\u001B[31mfiring\u001B[0m',
    )
  })

  for (const width of [40, 80]) {
    it(`stays within ${width} columns without shortening ids`, () => {
      const table = renderTable(columns, rows, { ...toPipe, width })
      expect(table.split('\n').filter((line) => line.length > width)).to.deep.equal([])
      expect(table).to.contain('e'.repeat(32))
    })
  }
})
