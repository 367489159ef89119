import { tableNames, tables, type TableName } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import { addRows } from '../../src/batch/row-set.js'

describe('the rows of an item', () => {
  it('are added to the batch for every table', () => {
    const added: TableName[] = []
    const rows = Object.fromEntries(tableNames.map((name) => [name, [{}]]))
    addRows({ add: (table) => added.push(table), rows: 0, finish: () => [] }, rows)
    expect(added).to.deep.equal(Object.keys(tables))
  })
})
