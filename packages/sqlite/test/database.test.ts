import { Database, sqliteModuleFor } from '@signalbox/sqlite'
import { expect } from 'chai'

describe('Database', () => {
  it('works on the running Node version', () => {
    const database = new Database(':memory:')
    expect(database.prepare('SELECT 1 + 1 AS two').get()).to.deep.equal({ two: 2 })
    database.close()
  })

  it('throws its errors as SqliteError', () => {
    const database = new Database(':memory:')
    expect(() => database.exec('no sql'))
      .to.throw(Database.SqliteError)
      .with.property('code', 'SQLITE_ERROR')
    database.close()
  })
})

describe('sqliteModuleFor', () => {
  for (const [node, module] of [
    ['20.19.0', 'better-sqlite3'],
    ['22.12.0', 'better-sqlite3-13'],
    ['24.21.0', 'better-sqlite3-13'],
    ['100.0.0', 'better-sqlite3-13'],
  ] as const) {
    it(`selects ${module} on Node ${node}`, () => {
      expect(sqliteModuleFor(node)).to.equal(module)
    })
  }
})
