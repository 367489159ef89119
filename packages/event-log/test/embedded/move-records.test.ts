import { Database } from '@signalbox/sqlite'
import { expect } from 'chai'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TopicFile } from '../../src/embedded/topic-file.js'

describe('a topic file of the first version', () => {
  let directory: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'topic-file-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  const openTopic = () => new TopicFile(join(directory, 'envelopes.db'), Number.POSITIVE_INFINITY)
  /** With records 4 to 9, or none. */
  const writeFirstVersion = (consumed: number) => {
    const database = new Database(join(directory, 'envelopes.db'))
    database.exec(`
      CREATE TABLE records ("offset" INTEGER PRIMARY KEY AUTOINCREMENT, "rows" INTEGER, bytes INTEGER, appended_at INTEGER,
        headers TEXT, value BLOB);
      CREATE TABLE consumer_groups (consumer_group TEXT PRIMARY KEY, "offset" INTEGER NOT NULL, plan_end INTEGER) WITHOUT ROWID;
      CREATE TABLE file_state (id INTEGER PRIMARY KEY, closed_cleanly INTEGER NOT NULL, record_bytes INTEGER NOT NULL);
      INSERT INTO file_state VALUES (1, 1, 60);
    `)
    const insert = database.prepare('INSERT INTO records VALUES (?, 3, 10, ?, ?, ?)')
    for (let at = 1; at <= 9; at += 1) insert.run(at, 1000 + at, `{"n":"${at}"}`, Buffer.from(`text ${at}`))
    database.prepare('DELETE FROM records WHERE "offset" <= ?').run(consumed)
    database.pragma('user_version = 1')
    return database
  }

  it('keeps its records and the positions of its groups, even if moving them was interrupted', () => {
    const database = writeFirstVersion(3)
    database.exec(`INSERT INTO consumer_groups VALUES ('readers', 5, 7)`)
    database.close()
    writeFileSync(join(directory, 'envelopes.0000000000000001.segment'), 'of an interrupted move')
    for (const life of ['first', 'second']) {
      const topic = openTopic()
      expect(topic.groups, life).to.deep.equal(new Map([['readers', { offset: 5, planEnd: 7 }]]))
      expect(topic.nextOffset).to.equal(10)
      const { records } = topic.read(5, 6)
      expect(records.map(({ value, ...rest }) => ({ ...rest, text: Buffer.from(value).toString() }))).to.deep.equal([
        { offset: 5, rows: 3, headers: '{"n":"5"}', text: 'text 5', appendedAt: 1005 },
      ])
      topic.close()
    }
  })

  it('continues its offsets if no record was left', () => {
    writeFirstVersion(9).close()
    const topic = openTopic()
    expect([topic.firstOffset, topic.nextOffset, topic.bytes]).to.deep.equal([10, 10, 0])
    topic.close()
  })
})
