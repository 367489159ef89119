import type { StoreClient } from '../client.js'
import { toStoreError } from '../store-errors.js'
import { dayOf } from '../stored-days.js'
import { tableNames, tables, type TableName } from '../tables/index.js'
import { copiedTopicPrefix } from './copied-ranges.js'

/** Content of one table on one day. */
export interface DayContent {
  rows: number
  /** Over all values except the log position, independent of row order; decimal digits. */
  checksum: string
}

/** A table and day whose content differs between the old store and the copied rows in the new one. */
export interface DayDifference {
  table: TableName
  /** `YYYY-MM-DD`, UTC. */
  day: string
  /** Undefined if there are no rows. */
  old: DayContent | undefined
  copied: DayContent | undefined
}

/**
 * Compares the old store with the copy, by row count and checksum per table and day.
 * @returns the differences; empty if every row was copied exactly once.
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

/** Table definitions do not include the position columns. */
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
