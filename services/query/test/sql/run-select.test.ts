import { limits, querySql } from '@signalbox/contracts'
import { tables } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { storedRowFilters } from '../../src/sql/visible-tables.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, secondsAgo, span } from '../support/rows.js'
import { openSharedStore } from '../support/shared-store.js'

const range = { start: new Date(secondsAgo(3_600)).toISOString(), end: new Date(secondsAgo(0)).toISOString() }

describe('POST /api/v1/telemetry/query/sql/', () => {
  let ours: QueryService
  let theirs: QueryService

  before(async () => {
    ours = await openService()
    theirs = await openService()
    await ours.seed('events', [event({ message: 'ours' }), event({ message: 'older', timestamp: secondsAgo(7_200) })])
    await theirs.seed('events', [event({ message: 'theirs' })])
    await ours.seedSpans([span({ service: 'web', duration_us: 1_500 }), span({ service: 'web', duration_us: 500 })])
    await theirs.seedSpans([span({ service: 'secret-service' })])
  })

  async function ask(sql: string, service = ours) {
    return service.post(querySql, { sql, ...range })
  }

  it("returns the organization's rows within the range", async () => {
    const answer = await ask(
      'SELECT message, count() AS occurrences FROM error_events GROUP BY message ORDER BY message',
    )
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    expect(answer.body).to.deep.equal({ rows: [{ message: 'ours', occurrences: 1 }], has_more: false })
  })

  it('supports joins, subqueries, unions, windows and conditions', async () => {
    const statements = [
      'SELECT service, quantile(0.95)(duration_ms) AS p95, max(duration_ms) AS m FROM trace_spans GROUP BY service HAVING count() > 1',
      'SELECT a.service FROM trace_spans AS a INNER JOIN trace_spans AS b ON a.span_id = b.span_id WHERE a.status IN (SELECT status FROM trace_spans)',
      "SELECT 'x' AS kind, count() AS n FROM error_events UNION ALL SELECT 'y', count() FROM trace_spans",
      "SELECT toStartOfMinute(timestamp) AS minute, countIf(status = 'error') / count() AS ratio FROM trace_spans GROUP BY minute ORDER BY minute DESC LIMIT 5",
      "SELECT if(duration_ms > 1, 'slow', 'fast') AS speed, CASE WHEN status = 'ok' THEN 1 ELSE 0 END AS ok, attributes['http.method'] AS method FROM trace_spans WHERE service IN ('web', 'api') AND operation LIKE '%'",
      'SELECT arrayFilter(x -> x > 1, groupArray(duration_ms)) AS slow FROM trace_spans',
      'SELECT service, row_number() OVER (PARTITION BY service ORDER BY duration_ms) AS place FROM trace_spans',
      "SELECT count(DISTINCT service) AS services FROM trace_spans WHERE timestamp > toDateTime('2020-01-01 00:00:00') - INTERVAL 5 MINUTE",
      'SELECT * FROM container_samples',
      'SELECT metric_name, avg(value) FROM metric_samples GROUP BY metric_name',
      'SELECT name, sum(value) FROM app_measurements GROUP BY name',
      "SELECT level, count() FROM log_entries WHERE body ILIKE '%timeout%' GROUP BY level",
      'SELECT 1 AS one',
    ]
    for (const statement of statements) {
      const { status, body } = await ask(statement)
      expect(status, `${statement}: ${JSON.stringify(body)}`).to.equal(200)
    }
  })

  it('preserves the requested order, and reports if there are more rows', async () => {
    const { body } = await ask(
      'SELECT arrayJoin(arrayMap(x -> x, [3, 1, 2])) AS n FROM trace_spans GROUP BY n ORDER BY n DESC',
    )
    expect(body).to.deep.equal({ rows: [{ n: 3 }, { n: 2 }, { n: 1 }], has_more: false })
    const many = Array.from({ length: 30 }, (_, index) => index).join(', ')
    const answer = await ask(
      `SELECT a.n AS n, b.n AS m FROM (SELECT arrayJoin([${many}]) AS n) AS a CROSS JOIN (SELECT arrayJoin([${many}]) AS n) AS b`,
    )
    expect(answer.body.has_more).to.equal(true)
    expect(answer.body.rows).to.have.lengthOf(limits.query.sqlRowsMax)
  })

  const hostile = [
    'SELECT * FROM events',
    'SELECT * FROM spans',
    'SELECT * FROM root_spans',
    'SELECT * FROM default.events',
    'SELECT * FROM system.tables',
    'SELECT name FROM system . tables',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM INFORMATION_SCHEMA.TABLES',
    'SELECT * FROM schema_migrations',
    'SELECT * FROM error_events, events',
    'SELECT * FROM error_events UNION ALL SELECT * FROM events',
    "SELECT 1 WHERE 'x' IN events",
    "SELECT 1 WHERE 'x' IN error_events",
    'SELECT 1 WHERE (1, 2) NOT IN system.one',
    'SELECT (SELECT message FROM events LIMIT 1)',
    'SELECT * FROM (SELECT * FROM (SELECT * FROM events))',
    'SELECT * FROM error_events JOIN events USING (message)',
    "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT file('/etc/passwd')",
    "SELECT * FROM remote('127.0.0.1', default.events)",
    "SELECT * FROM cluster('default', system.one)",
    "SELECT * FROM merge('default', '.*')",
    "SELECT * FROM s3('http://127.0.0.1/x')",
    "SELECT * FROM input('a String')",
    'SELECT * FROM numbers(10)',
    "SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))",
    'SELECT * FROM (EXPLAIN SELECT 1)',
    'SELECT * FROM view(SELECT 1)',
    "SELECT * FROM values('a String', 'x')",
    "SELECT * FROM executable('id', 'TSV', 'a String')",
    "SELECT * FROM python('x')",
    "SELECT dictGet('d', 'a', 1)",
    "SELECT joinGet('events', 'message', 1)",
    "SELECT getSetting('max_threads')",
    'SELECT currentUser(), hostName(), version(), getMacro(1)',
    'SELECT sleep(3)',
    'SELECT now()',
    'SELECT rand()',
    'SELECT * FROM error_events SETTINGS max_threads = 1',
    'SELECT * FROM error_events FORMAT JSON',
    "SELECT * FROM error_events INTO OUTFILE '/tmp/x'",
    'SELECT * FROM error_events -- comment',
    'SELECT * FROM error_events /* comment */',
    'SELECT * FROM error_events # comment',
    'SELECT 1; SELECT 2',
    'SELECT 1) UNION ALL SELECT * FROM (SELECT message FROM events',
    'SELECT 1 FROM error_events) SELECT * FROM events --',
    'WITH events AS (SELECT 1) SELECT * FROM events',
    'SELECT * FROM (WITH x AS (SELECT * FROM events) SELECT * FROM x)',
    'SELECT `message` FROM `events`',
    'SELECT "message" FROM "events"',
    'SELECT {organizationId:String}',
    "SELECT 'a\\'b'",
    'SELECT $$x$$',
    'SELECT * APPLY(toString) FROM error_events',
    "SELECT COLUMNS('.*') FROM error_events",
    'SELECT * EXCEPT (message) FROM error_events',
    'SELECT * REPLACE (1 AS message) FROM error_events',
    'SELECT * FROM error_events FINAL',
    'SELECT * FROM error_events SAMPLE 0.1',
    'SELECT * FROM error_events PREWHERE 1',
    'INSERT INTO events VALUES (1)',
    'DROP TABLE events',
    'SHOW TABLES',
    'DESCRIBE TABLE events',
    'EXPLAIN SELECT 1',
    'SELECT organization_id FROM error_events',
    'SELECT events.organization_id FROM error_events',
    'SELECT payload FROM error_events',
    'SELECT еvents FROM error_events',
    'SELECT',
    'SELECT FROM WHERE',
    `SELECT ${'('.repeat(200)}1${')'.repeat(200)}`,
    "SELECT repeat('x', 1000000000)",
    "SELECT initializeAggregation('count')",
    "SELECT arrayReduce('count', [1])",
  ]
  for (const sql of hostile) {
    it(`rejects ${sql.slice(0, 70)}`, async () => {
      const { status, faults, body } = await ask(sql)
      expect(status, JSON.stringify(body)).to.equal(400)
      expect(faults[0]).to.include({ in: 'body', name: '/sql' })
      expect(JSON.stringify(body)).to.not.match(/theirs|secret-service|\/tmp\/|organizationId/)
    })
  }

  it('shows nothing of another organization in any table, not even in counts', async () => {
    const sql = 'SELECT count() AS n, groupArray(service) AS services FROM trace_spans'
    expect((await ask(sql)).body.rows[0]).to.deep.equal({ n: 2, services: ['web', 'web'] })
    expect((await ask(sql, theirs)).body.rows[0]).to.deep.equal({ n: 1, services: ['secret-service'] })
    const stranger = await openService()
    expect((await ask(sql, stranger)).body.rows[0]).to.deep.equal({ n: 0, services: [] })
  })

  it('filters stored rows even for a statement that names a stored table', async () => {
    const { reader } = await openSharedStore()
    const settings = { additional_table_filters: storedRowFilters(ours.organizationId, Object.keys(tables)) }
    const count = (name: string) =>
      reader.read({ name, sql: `SELECT count() AS n FROM (SELECT * FROM ${name} AS other)`, settings })
    expect(await count('spans')).to.deep.equal([{ n: 2 }])
    expect(await count('events')).to.deep.equal([{ n: 2 }])
  })

  it("returns the engine's error, without the rewritten statement", async () => {
    const { status, faults } = await ask('SELECT nonsense FROM error_events')
    expect(status).to.equal(400)
    expect(faults[0]?.detail)
      .to.match(/nonsense/)
      .and.not.match(/organization_id|WITH/)
  })

  it('rejects statements that are too expensive', async () => {
    const list = Array.from({ length: 100 }, (_, index) => index).join(',')
    const factor = `(SELECT arrayJoin([${list}]) AS n)`
    const joins = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${factor} AS ${name}`).join(' CROSS JOIN ')
    const { status } = await ask(`SELECT groupArray(a.n) AS all_of_them FROM ${joins}`)
    expect(status).to.be.oneOf([400, 503])
  })

  it('rejects an invalid range, and an empty or long statement', async () => {
    const start = range.end
    for (const body of [
      { sql: 'SELECT 1', start, end: range.start },
      { sql: '', ...range },
      { sql: `SELECT ${'1 + '.repeat(3_000)}1`, ...range },
      { sql: 'SELECT 1', start: 'yesterday', end: range.end },
      { sql: 'SELECT 1' },
    ]) {
      expect((await ours.post(querySql, body)).status).to.equal(400)
    }
  })
})
