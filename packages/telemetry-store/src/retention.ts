import { limits, type RetentionDays } from '@signalbox/contracts'
import type { StoreClient } from './client.js'
import { alteredTable, partsOf } from './cluster/cluster-tables.js'
import { toStoreError } from './store-errors.js'
import { tableNames, tables, type TableName } from './tables/index.js'

/** Beyond, the store's clock of 32 bits overflows when it adds the days, and would drop everything at once. */
const retentionDaysMax = 10_000

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
