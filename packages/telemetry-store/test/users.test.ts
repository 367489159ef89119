import { readFile } from 'node:fs/promises'
import { createStoreClient, createTelemetryReader } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { isSignificant, tokenize } from '../src/sql/tokenize.js'
import './support/for-each-store.js'
import { openTestStore, testServerUrl } from './support/open-test-store.js'

/** The user of clickhouse-client. */
const passwords = { writer_password: 'a', reader_password: 'b', migrator_password: 'c' }

const usersFile = new URL('../../../clickhouse/users.sql', import.meta.url)

function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const token of tokenize(sql)) {
    if (token.text === ';') statements.push('')
    else if (isSignificant(token) || token.kind === 'space') statements.push(`${statements.pop() ?? ''}${token.text}`)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

describe('clickhouse/users.sql', () => {
  it('contains statements that the engine can parse', async () => {
    const { client } = await openTestStore()
    const statements = splitStatements(await readFile(usersFile, 'utf8'))
    expect(statements).to.have.length.greaterThan(10)
    for (const statement of statements) {
      const { stream } = await client.clickhouse.exec({ query: `EXPLAIN AST ${statement}`, query_params: passwords })
      expect(Buffer.concat(await stream.toArray()).toString('utf8'), statement).to.match(/^\W*(Create|Grant)\w*Query/)
    }
  })

  it('creates a reader whose queries may set their own limits, and nothing else', async () => {
    const statements = splitStatements(await readFile(usersFile, 'utf8'))
    const profile = statements.find((statement) =>
      statement.startsWith('CREATE SETTINGS PROFILE IF NOT EXISTS signalbox_reader'),
    )
    expect(profile).to.match(/readonly = 2,/)
    // The engine has no users: a client that sends that setting with every statement stands in for the reader.
    await openTestStore('by URL')
    const client = await createStoreClient({ url: `${await testServerUrl()}?ch_readonly=2` })
    expect(await createTelemetryReader(client).read({ name: 'one', sql: 'SELECT 1 AS one' })).to.deep.equal([
      { one: 1 },
    ])
    const writing = client.clickhouse.command({ query: 'TRUNCATE TABLE schema_migrations' })
    expect(await writing.catch((error: unknown) => error)).to.include({ code: '164' })
    await client.close()
  })
})
