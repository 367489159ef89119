import { expect } from 'chai'
import { describeStatement } from '../../src/embedded-server/describe-statement.js'

describe('describeStatement', () => {
  const kinds: [string, 'rows' | 'answer' | 'change'][] = [
    ['SELECT 1', 'rows'],
    ['-- a comment\n /* and\none */ select 1', 'rows'],
    ['(SELECT 1) UNION ALL (SELECT 2)', 'rows'],
    ['WITH 1 AS x SELECT x', 'rows'],
    ['EXPLAIN AST SELECT 1', 'answer'],
    ['show tables', 'answer'],
    ['ALTER TABLE t DELETE WHERE 1', 'change'],
    ['INSERT INTO t SELECT 1', 'change'],
    ['', 'change'],
  ]
  for (const [sql, kind] of kinds) {
    it(`classifies ${JSON.stringify(sql)}`, () => {
      expect(describeStatement(sql).kind).to.equal(kind)
    })
  }

  it('finds the output format, but not in strings, names and comments', () => {
    expect(describeStatement("SELECT 'FORMAT CSV' AS `FORMAT TSV` -- FORMAT XML\nFORMAT JSONEachRow")).to.include({
      format: 'JSONEachRow',
    })
    expect(describeStatement("SELECT format('{}', 1)")).not.to.have.property('format')
  })

  it('detects inserts whose rows follow', () => {
    const open = 'INSERT INTO t (a) SETTINGS x = 1 FORMAT JSONCompactEachRow'
    expect(describeStatement(open)).to.include({ takesData: true, format: 'JSONCompactEachRow' })
    expect(describeStatement(`${open}\n["; DROP TABLE t"]`)).to.include({ takesData: false, isSeveral: false })
    expect(describeStatement('INSERT INTO t VALUES (1)')).to.include({ takesData: false })
    expect(describeStatement('INSERT INTO t VALUES')).to.include({ takesData: true })
  })

  it('detects several statements, but ignores a semicolon at the end or within a string', () => {
    expect(describeStatement('SELECT 1; SELECT 2').isSeveral).to.equal(true)
    expect(describeStatement("SELECT ';' ; ; -- x").isSeveral).to.equal(false)
  })
})
