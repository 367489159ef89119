import type { StoreClient } from '../client.js'
import { localNameOf } from '../cluster/cluster-tables.js'
import { quoteText } from '../sql/tokenize.js'
import { toStoreError } from '../store-errors.js'
import type { LogPosition } from '../tables/index.js'
import { identityColumns, identitySeparator, type IdentifiedTable } from './item-identity.js'

/** Query for the items of a batch that are already stored. */
export interface StoredSearch {
  table: IdentifiedTable
  /** As produced by `identified`, without duplicates. */
  identities: readonly string[]
  /** Time range in Unix milliseconds, both ends inclusive. Only the days in it are read. */
  from: number
  to: number
  /** Excludes rows of batches that start in this range: they are the ones being stored. */
  except: LogPosition
}

/** Maximum identities per query; more would make statements of several megabytes. */
const identitiesMax = 10_000
const timeoutSeconds = 30

const milliseconds = { toTime: 'fromUnixTimestamp64Milli', toNumber: 'toUnixTimestamp64Milli', unitsPerMs: 1 }
const microseconds = { toTime: 'fromUnixTimestamp64Micro', toNumber: 'toUnixTimestamp64Micro', unitsPerMs: 1_000 }

/** Time column of each table and its conversions in SQL. */
const times = {
  events: { column: 'timestamp', ...milliseconds },
  spans: { column: 'start_time', ...microseconds },
  check_ins: { column: 'timestamp', ...milliseconds },
  attachments: { column: 'received_at', ...milliseconds },
  feedback: { column: 'timestamp', ...milliseconds },
} satisfies { [Table in IdentifiedTable]: { column: string } & typeof milliseconds }

/** @returns the identities that are already stored. @throws StoreError. */
export async function findStored(client: StoreClient, search: StoredSearch): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < search.identities.length; start += identitiesMax) {
    const identities = search.identities.slice(start, start + identitiesMax)
    found.push(...(await findSome(client, { ...search, identities })))
  }
  return found
}

/** @returns the newest stored time in Unix milliseconds; 0 for an empty table. @throws StoreError. */
export async function findLastTime(client: StoreClient, table: IdentifiedTable): Promise<number> {
  const { column, toNumber, unitsPerMs } = times[table]
  const query = `SELECT toFloat64(${toNumber}(max(${column}))) AS last FROM ${sourceOf(client, table)}`
  const [row] = await ask<{ last: number }>(client, query, {})
  return row === undefined ? 0 : row.last / unitsPerMs
}

/** The newest rows of a table. */
export interface NewestItems {
  /** As produced by `identified`. */
  identities: readonly string[]
  /** Unix milliseconds: every row newer than this is among the identities. */
  since: number
}

/**
 * Reads the identities of the newest rows: only times at first, because the other columns are much larger.
 * @param from Unix milliseconds: only newer rows are read.
 * @param rowsMax If there are more rows, the older ones are left out.
 * @throws StoreError.
 */
export async function findNewest(
  client: StoreClient,
  { table, from, rowsMax }: { table: IdentifiedTable; from: number; rowsMax: number },
): Promise<NewestItems> {
  const { column, toTime, toNumber, unitsPerMs } = times[table]
  const source = sourceOf(client, table)
  const newer = `${column} > ${toTime}({from:Int64})`
  const firstUnit = Math.floor(from * unitsPerMs)
  const [bound] = await ask<{ rows: number; first: number }>(
    client,
    `SELECT toUInt32(count()) AS rows, toFloat64(${toNumber}(min(time))) AS first
     FROM (SELECT ${column} AS time FROM ${source} WHERE ${newer} ORDER BY time DESC LIMIT {rowsMax:UInt32})`,
    { from: firstUnit, rowsMax },
  )
  const sinceUnit = bound && bound.rows >= rowsMax ? bound.first : firstUnit
  const columns = Object.keys(identityColumns[table])
  const rows = await ask<Record<string, string>>(
    client,
    `SELECT DISTINCT ${columns.join(', ')} FROM ${source} WHERE ${newer}`,
    { from: sinceUnit },
  )
  return { identities: rows.map((row) => toIdentity(columns, row)), since: sinceUnit / unitsPerMs }
}

/**
 * Filters by each column separately, which can use the table's sort order and indexes, then compares complete
 * identities in memory.
 */
async function findSome(client: StoreClient, search: StoredSearch): Promise<string[]> {
  const { table, identities, from, to, except } = search
  const { column, toTime, unitsPerMs } = times[table]
  const columns = Object.keys(identityColumns[table])
  const lookedUp = lookUpColumns(table, identities)
  const query = `
    SELECT DISTINCT ${columns.join(', ')} FROM ${sourceOf(client, table)}
    WHERE ${lookedUp.map(({ name, type }) => `${name} IN {${name}:Array(${type})}`).join(' AND ')}
      AND ${column} >= ${toTime}({from:Int64}) AND ${column} <= ${toTime}({to:Int64})
      AND NOT (log_topic = {topic:String} AND log_partition = {partition:UInt16}
        AND log_offset >= {start:UInt64} AND log_offset < {end:UInt64})`
  const rows = await ask<Record<string, string>>(client, query, {
    ...Object.fromEntries(lookedUp.map(({ name, values }) => [name, values])),
    ...{ topic: except.topic, partition: except.partition, start: except.start, end: except.end },
    from: Math.floor(from * unitsPerMs),
    to: Math.ceil(to * unitsPerMs),
  })
  const wanted = new Set(identities)
  return rows.map((row) => toIdentity(columns, row)).filter((identity) => wanted.has(identity))
}

const toIdentity = (columns: readonly string[], row: Record<string, string>) =>
  columns.map((name) => row[name] ?? '').join(identitySeparator)

/**
 * Filtering by a few traces selects few granules. Many traces select all of them, and filtering by spans alone then
 * takes half the work.
 */
const tracesMax = 1_000

function lookUpColumns(table: IdentifiedTable, identities: readonly string[]) {
  const parts = identities.map((identity) => identity.split(identitySeparator))
  const columns = Object.entries<string>(identityColumns[table]).map(([name, type], index) => {
    return { name, type, values: [...new Set(parts.map((each) => each[index] ?? ''))] }
  })
  return columns.filter(({ name, values }) => name !== 'trace_id' || values.length <= tracesMax)
}

/** On a cluster, queries every replica: one may not have fetched yet what a quorum has confirmed. */
function sourceOf({ cluster }: StoreClient, table: IdentifiedTable): string {
  if (cluster === undefined) return table
  return `clusterAllReplicas(${quoteText(cluster)}, currentDatabase(), ${quoteText(localNameOf(table))})`
}

async function ask<Row>(
  client: StoreClient,
  query: string,
  parameters: Record<string, string | number | readonly string[]>,
): Promise<Row[]> {
  const settings = {
    max_execution_time: timeoutSeconds,
    ...(client.cluster !== undefined && { skip_unavailable_shards: 1 }),
  }
  const clause = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  try {
    const result = await client.clickhouse.query({
      query: `${query} SETTINGS ${clause.join(', ')}`,
      query_params: parameters,
      format: 'JSONEachRow',
    })
    return await result.json<Row>()
  } catch (error) {
    throw toStoreError(error)
  }
}
