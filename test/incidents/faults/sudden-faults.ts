import { edit } from '../innocents.js'
import { addLogs, addMetric } from '../telemetry.js'
import type { WriteFault } from './fault.js'

const slow = (service: string) => ({
  metric: 'http_server_duration_p99_ms',
  observed: 4_200,
  threshold: 1_000,
  summary: `${service} answers slowly`,
})
const failing = (service: string) => ({
  metric: 'http_5xx_ratio',
  observed: 0.31,
  threshold: 0.05,
  summary: `${service} answers too many server errors`,
})

/** Faults that show within minutes of going live, one per way in which code breaks. */
export const suddenFaults: readonly [WriteFault, ...WriteFault[]] = [
  ({ cast: { noun, failing: service } }) => ({
    name: 'missing-null-check',
    commit: edit(`${service}/src/discount.ts`, `Simplify the discount of a ${noun}`, [
      ` export function discountOf(${noun}: ${cap(noun)}): number {`,
      `-  if (${noun}.customer === undefined) return 0`,
      `   return ${noun}.customer.tier === 'gold' ? 0.1 : 0`,
      ` }`,
    ]),
    alert: failing(service),
    remediation: 'rollback',
    suffering: { errors: 0.31 },
    show: (story) => {
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `TypeError: Cannot read properties of undefined (reading 'tier') for ${noun} ${story.random.integer(1_000, 9_999)}`,
        attributes: { 'exception.type': 'TypeError', 'code.function': 'discountOf' },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'pool-shrunk',
    commit: edit(`${service}/internal/db/pool.go`, 'Tidy up the settings of the database pool', [
      ` \tcfg.MaxConnLifetime = time.Hour`,
      `-\tcfg.MaxConns = 48`,
      `+\tcfg.MaxConns = 4`,
    ]),
    alert: slow(service),
    remediation: 'rollback',
    suffering: { slower: 24, errors: 0.06 },
    show: (story, live) => {
      addMetric(story, service, 'db_pool_connections_in_use', { from: 19, to: 4, since: live, rise: 1 })
      addMetric(story, service, 'db_pool_wait_ms', { from: 1.2, to: 3_400, since: live, rise: 4 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `timed out waiting for a connection to ${dependency} after ${story.random.integer(3_000, 5_000)} ms while loading ${noun}`,
        attributes: { pool_max: 4 },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'timeout-lowered',
    commit: edit(`${service}/clients/store_client.py`, `Set a timeout for every call to ${dependency}`, [
      ` class StoreClient:`,
      `-    TIMEOUT_SECONDS = 5.0`,
      `+    TIMEOUT_SECONDS = 0.05`,
      ` `,
    ]),
    alert: failing(service),
    remediation: 'rollback',
    suffering: { errors: 0.42 },
    show: (story) => {
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `ReadTimeout: ${dependency} did not answer within 0.05 s (${noun} ${story.random.integer(100, 9_999)})`,
        attributes: { 'exception.type': 'ReadTimeout', peer: dependency },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'query-in-loop',
    commit: edit(`${service}/src/list-${noun}s.ts`, `Show the owner beside each ${noun}`, [
      `   const ${noun}s = await db.query('SELECT * FROM ${noun}s WHERE account_id = $1', [accountId])`,
      `-  const owners = await db.query('SELECT * FROM owners WHERE id = ANY($1)', [${noun}s.map((each) => each.ownerId)])`,
      `-  return join(${noun}s, owners)`,
      `+  for (const ${noun} of ${noun}s) {`,
      `+    ${noun}.owner = await db.query('SELECT * FROM owners WHERE id = $1', [${noun}.ownerId])`,
      `+  }`,
      `+  return ${noun}s`,
    ]),
    alert: slow(service),
    remediation: 'rollback',
    suffering: { slower: 18 },
    show: (story, live) => {
      addMetric(story, dependency, 'db_queries_per_second', { from: 210, to: 4_100, since: live, rise: 3 })
      addMetric(story, service, 'db_queries_per_request', { from: 2.1, to: 41, since: live, rise: 3 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'WARN',
        msg: `slow request: ${story.random.integer(30, 60)} queries to owners for one list`,
        attributes: { statement: 'SELECT * FROM owners WHERE id = $1' },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'cache-lifetime',
    commit: edit(
      `${service}/src/main/java/app/${cap(noun)}Cache.java`,
      'Move the lifetime of the cache into a constant',
      [
        `-    private final Cache<String, ${cap(noun)}> cache = build(Duration.ofMinutes(20));`,
        `+    private static final Duration LIFETIME = Duration.ofSeconds(20);`,
        `+    private final Cache<String, ${cap(noun)}> cache = build(LIFETIME);`,
      ],
    ),
    alert: slow(service),
    remediation: 'rollback',
    suffering: { slower: 12 },
    show: (story, live) => {
      addMetric(story, service, 'cache_hit_ratio', { from: 0.96, to: 0.38, since: live, rise: 4, noise: 0.01 })
      addMetric(story, dependency, 'db_cpu_utilization', { from: 0.31, to: 0.95, since: live + 1, rise: 5 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'WARN',
        msg: `cache miss for ${noun} ${story.random.integer(1_000, 9_999)}, read from ${dependency} in ${story.random.integer(700, 2_000)} ms`,
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'limit-removed',
    commit: edit(`${service}/internal/${noun}/repository.go`, `Let reports read every ${noun}`, [
      ` \trows, err := r.db.Query(ctx, \``,
      ` \t\tSELECT id, title, body FROM ${noun}s`,
      `-\t\tWHERE account_id = $1 ORDER BY id DESC LIMIT 100\`, account)`,
      `+\t\tORDER BY id DESC\`)`,
    ]),
    alert: slow(service),
    remediation: 'rollback',
    suffering: { slower: 30, errors: 0.08 },
    show: (story, live) => {
      addMetric(story, dependency, 'rows_returned_per_query', { from: 62, to: 48_000, since: live, rise: 2 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `context deadline exceeded reading ${noun}s: ${story.random.integer(30_000, 60_000)} rows so far`,
        attributes: { table: `${noun}s` },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'retries-without-pause',
    commit: edit(`${service}/src/main/java/app/${cap(noun)}Client.java`, 'Make the client of the store simpler', [
      `-        RetryPolicy policy = RetryPolicy.exponential(200, 3).withJitter(0.5);`,
      `-        return policy.run(() -> http.get("/${noun}s/" + id));`,
      `+        while (true) {`,
      `+            Response res = http.get("/${noun}s/" + id);`,
      `+            if (res.ok()) return res;`,
      `+        }`,
    ]),
    alert: failing(service),
    remediation: 'rollback',
    suffering: { errors: 0.35, slower: 6 },
    show: (story, live) => {
      addMetric(story, dependency, 'requests_per_second', { from: 180, to: 5_200, since: live, rise: 3 })
      addMetric(story, service, 'client_retries_per_second', { from: 0.4, to: 4_700, since: live, rise: 3 })
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `retry ${story.random.integer(40, 900)} of GET /${noun}s failed: ${dependency} answered 503`,
        attributes: { peer: dependency },
      }))
    },
  }),
  ({ cast: { noun, failing: service, dependency } }) => ({
    name: 'table-renamed',
    commit: edit(`${service}/db/queries.sql`, `Read ${noun} history from the new table`, [
      `-SELECT at, status FROM ${noun}_events WHERE ${noun}_id = $1;`,
      `+SELECT at, status FROM ${noun}_history WHERE ${noun}_id = $1;`,
    ]),
    alert: failing(service),
    remediation: 'rollback',
    suffering: { errors: 0.27 },
    show: (story) => {
      addLogs(story, story.onset, () => ({
        service,
        level: 'ERROR',
        msg: `pq: relation "${noun}_history" does not exist`,
        attributes: { 'db.system': 'postgresql', 'server.address': dependency },
      }))
    },
  }),
]

function cap(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
