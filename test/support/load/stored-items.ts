import { createStoreClient, type StoreLocation } from '@signalbox/telemetry-store'

/** An installation's analytics store, opened for counting its contents. */
export interface StoredItems {
  /** Occurrences of each value of an expression in a table. */
  countBy(table: string, expression: string): Promise<Map<string, number>>
  count(table: string, condition?: string): Promise<number>
  /** The ledger: quantity by `kind outcome reason`. */
  sumOutcomes(): Promise<Record<string, number>>
  /** Names of projections whose result differs from the rows'. */
  projectionsThatDiffer(): Promise<string[]>
  close(): Promise<void>
}

/** Queries that a projection can answer; run with and without projections. */
const projectionQuestions = {
  'container metrics by hour': `SELECT toStartOfHour(timestamp) AS hour, series, count(cpu_usage_cores) AS samples, max(cpu_usage_cores) AS cpu
    FROM container_metrics GROUP BY hour, series ORDER BY hour, series`,
  'events by fingerprint and hour': `SELECT project_id, fingerprint, toStartOfHour(timestamp) AS hour, count() AS events
    FROM events GROUP BY project_id, fingerprint, hour ORDER BY project_id, fingerprint, hour`,
  'traces by hour and service': `SELECT service, operation, toStartOfHour(start_time) AS hour, cityHash64(trace_id) AS trace FROM spans
    GROUP BY service, operation, hour, trace ORDER BY service, operation, hour, trace`,
  'outcomes in all': `SELECT kind, outcome, reason, sum(quantity) AS items FROM outcomes
    GROUP BY kind, outcome, reason ORDER BY kind, outcome, reason`,
}

export async function openStoredItems(location: StoreLocation): Promise<StoredItems> {
  const client = await createStoreClient(location)
  const ask = async <Row>(sql: string): Promise<Row[]> => {
    const answer = await client.clickhouse.query({ query: sql, format: 'JSONEachRow' })
    return answer.json<Row>()
  }
  return {
    countBy: async (table, expression) => {
      type Row = { id: string; items: string }
      const rows = await ask<Row>(`SELECT toString(${expression}) AS id, count() AS items FROM ${table} GROUP BY id`)
      return new Map(rows.map(({ id, items }) => [id, Number(items)]))
    },
    count: async (table, condition = '1') => {
      const [row] = await ask<{ items: string }>(`SELECT count() AS items FROM ${table} WHERE ${condition}`)
      return Number(row?.items ?? 0)
    },
    sumOutcomes: async () => {
      type Row = { kind: string; outcome: string; reason: string; items: string }
      const rows = await ask<Row>(projectionQuestions['outcomes in all'])
      return Object.fromEntries(
        rows.map((row) => [`${row.kind} ${row.outcome} ${row.reason}`.trim(), Number(row.items)]),
      )
    },
    projectionsThatDiffer: async () => {
      const different: string[] = []
      for (const [name, sql] of Object.entries(projectionQuestions)) {
        const byProjection = await ask<object>(`${sql} SETTINGS optimize_use_projections = 1`)
        const byRows = await ask<object>(`${sql} SETTINGS optimize_use_projections = 0`)
        if (JSON.stringify(byProjection) !== JSON.stringify(byRows)) different.push(name)
      }
      return different
    },
    close: () => client.close(),
  }
}
