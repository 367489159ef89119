import { expect } from 'chai'
import { renderTable } from '../src/render-table.js'

describe('renderTable', () => {
  it('counts the columns that characters take, and splits none', () => {
    const rows = [
      ['支払い', 'x'],
      ['👩‍👩‍👧 basket', 'y'],
    ]
    expect(renderTable([{ heading: 'NAME' }, { heading: 'KIND' }], rows)).to.equal(
      ['NAME       KIND', '支払い     x', '👩‍👩‍👧 basket  y', ''].join('\n'),
    )
  })

  it('cuts what a narrow terminal has no room for', () => {
    const table = renderTable(
      [{ heading: 'NAME', isFlexible: true }, { heading: 'KIND' }],
      [['支'.repeat(30), 'x']],
      30,
    )
    expect(table).to.equal(`${'NAME'.padEnd(24)}  KIND\n${'支'.repeat(11)}…   x\n`)
  })
})
