import type { StoreClient } from '../client.js'
import { toStoreError } from '../store-errors.js'
import { dayOf } from '../stored-days.js'
import { tableNames, tables, type TableName } from '../tables/index.js'
import { copiedTopicPrefix } from './copied-ranges.js'

/** What one table holds of one day. */
export interface DayContent {
  rows: number
  /** Of all values but the position in the log, whatever the order of the rows; decimal digits. */
  checksum: string
}

/** A table and day that differ between the old store and the copied rows of the new one. */
export interface DayDifference {
  table: TableName
  /** `YYYY-MM-DD`, UTC. */
  day: string
  /** Undefined where there is nothing. */
  old: DayContent | undefined
  copied: DayContent | undefined
}

/**
 * Compares every row of the old store with what was copied, by number and checksum of each table and day.
 * @returns the differences; none when everything is there once.
 * @throws StoreError
 */
export async function compareTelemetry(stores: { from: StoreClient; to: StoreClient }): Promise<DayDifference[]> {
  const differences: DayDifference[] = []
  for (const table of tableNames) {
    const old = await readDays(stores.from, table, `NOT startsWith(log_topic, '${copiedTopicPrefix}')`)
    const copied = await readDays(stores.to, table, `startsWith(log_topic, '${copiedTopicPrefix}')`)
    for (const day of new Set([...old.keys(), ...copied.keys()])) {
      const [one, other] = [old.get(day), copied.get(day)]
      const isEqual = one?.rows === other?.rows && one?.checksum === other?.checksum
      if (!isEqual) differences.push({ table, day, old: one, copied: other })
    }
  }
  return differences
}

/** The definitions of the tables leave the position out. */
async function readDays(client: StoreClient, table: TableName, condition: string): Promise<Map<string, DayContent>> {
  const columns = Object.keys(tables[table].columns)
  try {
    const result = await client.clickhouse.query({
      query: `
        SELECT _partition_id AS partitionId, toFloat64(count()) AS rows,
          toString(sumWithOverflow(sipHash64(tuple(${columns.join(', ')})))) AS checksum
        FROM ${table} WHERE ${condition} GROUP BY partitionId`,
      format: 'JSONEachRow',
    })
    const days = await result.json<DayContent & { partitionId: string }>()
    return new Map(days.map(({ partitionId, rows, checksum }) => [dayOf(partitionId), { rows, checksum }]))
  } catch (error) {
    throw toStoreError(error)
  }
}
