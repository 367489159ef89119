import { limits, type listIssueTags, type readIssueTag } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import type { QueryContext } from '../reading/query-context.js'
import { matchingQuery, ofIssue, requireIssue } from './issue-scope.js'

type ListInput = Pick<Parameters<RouteHandler<typeof listIssueTags>>[0], 'caller' | 'params' | 'query'>
type KeyInput = Pick<Parameters<RouteHandler<typeof readIssueTag>>[0], 'caller' | 'params' | 'query'>

interface StoredValue {
  key: string
  value: string
  events: number
  rows: number
  firstMs: number
  lastMs: number
  keyEvents: number
  uniqueValues: number
}

interface TagRequest {
  filter: Filter
  /** All keys if omitted. */
  key?: string
  valuesMax: number
}

/** Columns that are listed like tags, by the name used. */
const columnTags = [
  ['level', 'level'],
  ['release', 'release'],
  ['environment', 'environment'],
  ['transaction', 'transaction'],
  ['server_name', 'server_name'],
  ['sdk', 'sdk_name'],
  ['user', 'user_key'],
] as const

/**
 * Distribution of all tags.
 * @throws ServiceError `not-found` if the organization has no such issue.
 */
export async function listTagsOfIssue(context: QueryContext, { caller, params, query }: ListInput) {
  const issue = await requireIssue(context, caller, params.issue_id)
  const filter = allOf(ofIssue(caller, issue), matchingQuery(query, context.clock()))
  const { counted, rows } = await readValues(context, { filter, valuesMax: limits.issue.tagValuesListed })
  const byKey = new Map<string, StoredValue[]>()
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  const tags = [...byKey]
    .slice(0, limits.issue.tagKeysMax)
    .map(([key, values]) => describeTag(key, values, counted.events))
  return { events: counted.events, is_sampled: counted.isSampled, tags }
}

/**
 * Distribution of one tag; without values if no event has it.
 * @throws ServiceError `not-found` like `listTagsOfIssue`.
 */
export async function readTagOfIssue(context: QueryContext, { caller, params, query }: KeyInput) {
  const issue = await requireIssue(context, caller, params.issue_id)
  const filter = allOf(ofIssue(caller, issue), matchingQuery(query, context.clock()))
  const { counted, rows } = await readValues(context, { filter, key: params.key, valuesMax: query.limit })
  return {
    issue_events: counted.events,
    is_sampled: counted.isSampled,
    ...describeTag(params.key, rows, counted.events),
  }
}

/** The newest events, up to the limit. Ties aren't broken by id: ids are not stored with these columns. */
function newestEvents({ sql }: Filter, columns: string): string {
  return `SELECT ${columns} FROM events WHERE ${sql} ORDER BY timestamp DESC LIMIT {eventsMax:UInt32}`
}

/** The key under which all events are counted; no tag has it. */
const allEvents = ''

/** The most frequent values of each key, most frequent keys first, and the number of events, in a single read. */
async function readValues({ store }: QueryContext, { filter, key, valuesMax }: TagRequest) {
  const columns = columnTags.map(([name, column]) => `('${name}', toString(${column}))`)
  const pairs = `arrayConcat(arrayZip(arrayMap(name -> toString(name), mapKeys(tags)), mapValues(tags)), [('${allEvents}', 'all'), ${columns.join(', ')}])`
  const needed = `times_seen, timestamp, tags, ${columnTags.map(([, column]) => column).join(', ')}`
  const found = await store.read<StoredValue>({
    name: 'issueTags',
    sql: `
      SELECT key, value, events, rows, firstMs, lastMs, keyEvents, uniqueValues
      FROM (
        SELECT pair.1 AS key, pair.2 AS value, sum(times_seen) AS events, count() AS rows,
          toUnixTimestamp64Milli(min(timestamp)) AS firstMs, toUnixTimestamp64Milli(max(timestamp)) AS lastMs,
          sum(sum(times_seen)) OVER (PARTITION BY key) AS keyEvents, count() OVER (PARTITION BY key) AS uniqueValues
        FROM (SELECT times_seen, timestamp, arrayJoin(${pairs}) AS pair FROM (${newestEvents(filter, needed)}))
        WHERE pair.2 != '' ${key === undefined ? '' : `AND pair.1 IN ({key:String}, '${allEvents}')`}
        GROUP BY key, value)
      ORDER BY keyEvents DESC, key, events DESC, value
      LIMIT {valuesMax:UInt32} BY key
      LIMIT {rowsMax:UInt32}`,
    parameters: {
      ...filter.parameters,
      eventsMax: limits.issue.taggedEventsMax,
      valuesMax,
      rowsMax: 1 + Math.max(valuesMax, limits.issue.tagKeysMax * limits.issue.tagValuesListed),
      ...(key !== undefined && { key }),
    },
  })
  const { events, rows: read } = found.find((row) => row.key === allEvents) ?? { events: 0, rows: 0 }
  return {
    counted: { events, isSampled: read >= limits.issue.taggedEventsMax },
    rows: found.filter((row) => row.key !== allEvents),
  }
}

function describeTag(key: string, rows: readonly StoredValue[], issueEvents: number) {
  const values = rows.map(({ value, events, firstMs, lastMs }) => ({
    value,
    events,
    share: events / issueEvents,
    first_seen_at: new Date(firstMs).toISOString(),
    last_seen_at: new Date(lastMs).toISOString(),
  }))
  return { key, events: rows[0]?.keyEvents ?? 0, unique_values: rows[0]?.uniqueValues ?? 0, values }
}
