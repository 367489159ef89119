import { limits, type RetentionDays } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { alteredTable, partsOf } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'
import type { TableName } from './tables/index.js'

/** Beyond, the store's clock of 32 bits overflows when it adds the days, and would drop everything at once. */
const retentionDaysMax = 10_000

/** What each table is kept by: a retention, counted from a column. */
const expiries: readonly { table: TableName; kind: keyof RetentionDays; column: string }[] = [
  { table: 'events', kind: 'errors', column: 'timestamp' },
  { table: 'spans', kind: 'spans', column: 'start_time' },
  { table: 'root_spans', kind: 'spans', column: 'start_time' },
  { table: 'container_metrics', kind: 'metrics', column: 'timestamp' },
  { table: 'metric_points', kind: 'metrics', column: 'timestamp' },
  { table: 'logs', kind: 'logs', column: 'timestamp' },
  { table: 'app_metrics', kind: 'metrics', column: 'timestamp' },
  { table: 'data_points', kind: 'metrics', column: 'timestamp' },
  { table: 'sessions', kind: 'sessions', column: 'started' },
  { table: 'check_ins', kind: 'checkIns', column: 'timestamp' },
  { table: 'feedback', kind: 'errors', column: 'timestamp' },
  { table: 'attachments', kind: 'attachments', column: 'received_at' },
  { table: 'outcomes', kind: 'outcomes', column: 'minute' },
]

/**
 * Makes the tables keep telemetry for so many days (whole numbers from 1 to 10 000), what is left out by default. Tables that do already are left alone;
 * shorter times take effect when the store next looks for expired partitions.
 * @returns Tables that were changed.
 * @throws RangeError for other numbers. @throws StoreError.
 */
export async function applyRetention(client: StoreClient, wanted: Partial<RetentionDays>): Promise<TableName[]> {
  const days: RetentionDays = { ...limits.retentionDays, ...wanted }
  for (const [kind, value] of Object.entries(days)) {
    if (!Number.isSafeInteger(value) || value < 1 || value > retentionDaysMax) {
      throw new RangeError(`Retention of ${kind} is not a number of days from 1 to ${retentionDaysMax}`)
    }
  }
  try {
    const query = 'SELECT name, create_table_query AS ddl FROM system.tables WHERE database = currentDatabase()'
    const result = await client.clickhouse.query({ query, format: 'JSONEachRow' })
    const rows = await result.json<{ name: string; ddl: string }>()
    const ddlByTable = new Map(rows.map(({ name, ddl }) => [name, ddl]))
    const changed: TableName[] = []
    for (const { table, kind, column } of expiries) {
      const ttl = `toDateTime(${column}) + toIntervalDay(${days[kind]})`
      if (ddlByTable.get(partsOf(client, table))?.includes(`TTL ${ttl} `)) continue
      await client.clickhouse.command({ query: `ALTER TABLE ${alteredTable(client, table)} MODIFY TTL ${ttl}` })
      changed.push(table)
    }
    return changed
  } catch (error) {
    throw toStoreError(error)
  }
}
