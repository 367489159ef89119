import { limits, type RetentionDays } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { alteredTable, partsOf } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'
import { tableNames, tables, type TableName } from './tables/index.js'

/** Beyond this, adding the days overflows the store's 32-bit time, and everything would expire at once. */
const retentionDaysMax = 10_000

/**
 * Sets the retention of all tables, in whole days from 1 to 10,000; omitted kinds get their default. Tables that
 * already match are left unchanged. Shorter retentions take effect when the store next checks for expired partitions.
 * @returns the tables that were changed.
 * @throws RangeError for other numbers. @throws StoreError.
 */
export async function applyRetention(client: StoreClient, wanted: Partial<RetentionDays>): Promise<TableName[]> {
  const days: RetentionDays = { ...limits.retentionDays, ...wanted }
  for (const [kind, value] of Object.entries(days)) {
    if (!Number.isSafeInteger(value) || value < 1 || value > retentionDaysMax) {
      throw new RangeError(`Retention of ${kind} must be a number of days between 1 and ${retentionDaysMax}`)
    }
  }
  try {
    const query = 'SELECT name, create_table_query AS ddl FROM system.tables WHERE database = currentDatabase()'
    const result = await client.clickhouse.query({ query, format: 'JSONEachRow' })
    const rows = await result.json<{ name: string; ddl: string }>()
    const ddlByTable = new Map(rows.map(({ name, ddl }) => [name, ddl]))
    const changed: TableName[] = []
    for (const table of tableNames) {
      const { kind, column } = tables[table].retention
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
