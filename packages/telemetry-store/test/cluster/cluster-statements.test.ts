import { readFile } from 'node:fs/promises'
import { renderClusterSchema } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { toClusterStatements, UnknownStatementError } from '../../src/cluster/cluster-statements.js'
import { readMigrations } from '../../src/migrations.js'
import { openTestStore, type TestStore } from '../support/open-test-store.js'

const names = { cluster: '{cluster}', database: 'signalbox' }
const goldenFile = new URL('../../../../clickhouse/cluster-schema.sql', import.meta.url)

describe('toClusterStatements', () => {
  let store: TestStore
  before(async () => {
    store = await openTestStore()
  })

  it('renders every migration as statements that the engine can parse', async () => {
    for (const { name, sql } of await readMigrations()) {
      for (const statement of toClusterStatements(sql, names)) {
        const { stream } = await store.client.clickhouse.exec({ query: `EXPLAIN AST ${statement}` })
        const tree = Buffer.concat(await stream.toArray()).toString('utf8')
        expect(tree, name).to.match(/^\W*(Create|Alter)Query/)
      }
    }
  })

  it('matches clickhouse/cluster-schema.sql', async () => {
    expect(await readFile(goldenFile, 'utf8'), 'run make generate').to.equal(await renderClusterSchema(names))
  })

  it('replicates a table behind a Distributed table', () => {
    const sql = `CREATE TABLE IF NOT EXISTS t (a String COMMENT 'ENGINE = MergeTree SETTINGS') ENGINE = MergeTree ORDER BY a SETTINGS b = 1`
    const [local, distributed, ...others] = toClusterStatements(sql, names)
    expect(local).to.contain("CREATE TABLE IF NOT EXISTS `signalbox`.t_local ON CLUSTER '{cluster}'")
    expect(local).to.contain(`COMMENT 'ENGINE = MergeTree SETTINGS') ENGINE = ReplicatedMergeTree(`)
    expect(local).to.contain("ReplicatedMergeTree('/clickhouse/tables/{shard}/signalbox/t_local', '{replica}')")
    expect(distributed).to.contain(
      "CREATE TABLE IF NOT EXISTS `signalbox`.t ON CLUSTER '{cluster}' AS `signalbox`.t_local",
    )
    expect(distributed).to.contain("ENGINE = Distributed('{cluster}', 'signalbox', 't_local', log_partition)")
    expect(others).to.deep.equal([])
  })

  it('has one migration ledger for all servers', () => {
    const sql = 'CREATE TABLE IF NOT EXISTS schema_migrations (a String) ENGINE = MergeTree ORDER BY a SETTINGS b = 1'
    const statements = toClusterStatements(sql, names)
    expect(statements).to.have.length(1)
    expect(statements[0]).to.contain("'/clickhouse/tables/signalbox/schema_migrations', '{shard}-{replica}'")
  })

  it('alters columns of both tables, and everything else only in the replicated table', () => {
    const add = "ADD COLUMN IF NOT EXISTS c UInt8 DEFAULT if(1, 2, 3) COMMENT 'a, b' AFTER a"
    const project = 'ADD PROJECTION IF NOT EXISTS p (SELECT a, count() GROUP BY a)'
    const [local, distributed, ...others] = toClusterStatements(`ALTER TABLE t\n  ${add},\n  ${project}`, names)
    expect(local).to.equal(`ALTER TABLE \`signalbox\`.t_local ON CLUSTER '{cluster}'\n  ${add},\n  ${project}`)
    expect(distributed).to.equal(`ALTER TABLE \`signalbox\`.t ON CLUSTER '{cluster}'\n  ${add}\n`)
    expect(others).to.deep.equal([])
    expect(toClusterStatements(`ALTER TABLE t ${project}`, names)).to.have.length(1)
  })

  const unknown = [
    'SELECT 1',
    'CREATE TABLE t (a String) ENGINE = MergeTree ORDER BY a SETTINGS b = 1',
    'CREATE TABLE IF NOT EXISTS t (a String) ENGINE = Memory SETTINGS b = 1',
    'CREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree() ORDER BY a SETTINGS b = 1',
    'CREATE TABLE IF NOT EXISTS t (a String) ENGINE = MergeTree ORDER BY a',
    'CREATE TABLE IF NOT EXISTS `t` (a String) ENGINE = MergeTree ORDER BY a SETTINGS b = 1',
    'DROP TABLE t',
  ]
  for (const sql of unknown) {
    it(`rejects unknown statements: ${sql}`, () => {
      expect(() => toClusterStatements(sql, names)).to.throw(UnknownStatementError)
    })
  }
})
